//! Hostile scripts in a real game: the game reports what happened and where, and continues from the
//! position before.

use boardwright_packs::library::Library;
use boardwright_play::game::open;
use boardwright_play::session::Session;
use boardwright_rules::script::ANSWERS_MAX;

const GAME: &str = "
resources: { vp: { score: true } }
play:
  - repeat:
      times: 3
      do:
        - key: main
          choose:
            options:
              safe: [{ gain: { vp: 1 } }]
              hostile: [{ script: evil.run }]
";

fn library(script: &str) -> Library {
    let manifest = "id: bad\ntitle: Bad\nplayers: { min: 1, max: 1 }\n";
    let script = format!("--!strict\nlocal evil = {{}}\n{script}\nreturn evil\n");
    let mut library = Library::new();
    let file = |path: &str, text: &str| (path.to_owned(), text.as_bytes().to_vec());
    library.add_memory(
        "bad",
        vec![
            file("pack.yaml", manifest),
            file("game.yaml", GAME),
            file("scripts/evil.luau", &script),
        ],
    );
    library
}

/// Whatever the script does, it is reported, the safe option stays open and the game ends.
fn survives(script: &str) -> String {
    let opened = open(&library(script), &["bad"], Some(1), &[]);
    // Definite errors are found before the script can run.
    let Some(game) = opened.game else {
        return format!("not even opened: {}", opened.diags[0].message);
    };
    let mut session = Session::new(&game, 1).expect("it starts");
    let mut chosen = session.choose("hostile");
    for _ in 0..ANSWERS_MAX {
        if chosen.is_ok() {
            chosen = session.choose_index(0);
        }
    }
    let reason = chosen.expect_err("it fails in the end").reason;
    while !session.options().iter().any(|option| option == "safe") {
        session.undo().expect("questions can be taken back");
    }
    for _ in 0..3 {
        session.choose("safe").expect("the safe way is open");
    }
    assert!(session.is_over());
    assert_eq!(session.standings()[0].keys, [3]);
    reason
}

#[test]
fn hostile_scripts_do_no_harm() {
    let scripts = [
        ("loops for ever", "function evil.run(view) while true do end end"),
        (
            "eats memory",
            "function evil.run(view) local t = {} while true do t[#t+1] = {1,2,3} end end",
        ),
        ("throws", "function evil.run(view) error('no') end"),
        ("returns nonsense", "function evil.run(view) return { { fly = 3 } } end"),
        ("returns a half", "function evil.run(view) return { { gain = { vp = 0.5 } } } end"),
        (
            "asks for ever",
            "function evil.run(view) while true do ask({ yes_no = 'more?' }) end end",
        ),
        (
            "asks for nothing",
            "function evil.run(view) ask({ pick = {}, label = 'which?' }) return {} end",
        ),
        ("recurses", "function evil.run(view) return evil.run(view) + 1 end"),
        ("reads what is not there", "function evil.run(view) return view.me['go' .. 'ld'] end"),
        ("reaches outside", "function evil.run(view) return os.time() end"),
        ("moves nothing, for long", "function evil.run(view) table.move({}, 1, 1e9, 1) end"),
        ("makes a long text", "function evil.run(view) return string.rep('x', 1e9) end"),
        (
            "looks for what is not there",
            "function evil.run(view) string.find(string.rep('a', 2000), '.-.-.-.-b') end",
        ),
        ("doubles a text", "function evil.run(view) local s = 'x' while true do s ..= s end end"),
        (
            "goes through what has no order",
            "function evil.run(view) for k in { [{}] = 1 } do end return {} end",
        ),
        ("forges a place", "function evil.run(view) error('u4294967295:4294967295: ha', 0) end"),
        ("forges a file", "function evil.run(view) error('game.yaml:3: ha', 0) end"),
        (
            "forges a call stack",
            "function evil.run(view) error('ha\\nstack traceback:\\nu99:1') end",
        ),
        ("forges a code", "function evil.run(view) error('\\1U002\\1ha', 0) end"),
        ("throws a table", "function evil.run(view) error({}) end"),
        ("throws a flood", "function evil.run(view) error(string.rep('ha', 30000)) end"),
        ("throws no text", "function evil.run(view) error('\\255\\27[2J') end"),
        ("returns itself", "function evil.run(view) local t = {} t.gain = t return t end"),
        ("returns a function", "function evil.run(view) return ask end"),
        (
            "returns too much",
            "function evil.run(view) local t = {} for i = 1, 11000 do t[i] = 1 end return t end",
        ),
        (
            "asks with a flood",
            "function evil.run(view) ask({ pick = table.create(20000, 1), label = 'which?' }) end",
        ),
        (
            "asks in a sort",
            "function evil.run(view) table.sort({ 2, 1 }, function() return ask({ yes_no = 'x' }) end) end",
        ),
        ("writes to the view", "function evil.run(view) view.me.vp = 100 end"),
        (
            "reads an endless name",
            "function evil.run(view) return view[string.rep('x', 60000)] end",
        ),
    ];
    let mut told = String::new();
    for (name, script) in scripts {
        told.push_str(&format!("{name}: {}\n", survives(script)));
    }
    insta::assert_snapshot!("hostile_scripts", told);
}
