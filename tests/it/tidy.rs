//! The source tree: dependencies between crates, no Rust in content, no game in the engine, no
//! forgotten file.

use boardwright_tests::{files, read, root};

/// Nouns of games that exist as packs. The engine must not know them.
const NOUNS: &str = "zaibatsu nippon yokohama settlers shophouse samurai iwakura consolidation \
                     cotton bento kyoto takatoshi faction raze";

/// The folders below `core` that hold a crate.
fn core_crates() -> Vec<String> {
    let folders = std::fs::read_dir(root().join("core")).expect("there is a core").flatten();
    let mut found: Vec<String> = folders
        .filter(|entry| entry.path().join("Cargo.toml").is_file())
        .map(|entry| format!("core/{}", entry.file_name().to_string_lossy()))
        .collect();
    found.sort();
    found
}

/// The dependencies of a crate, without dev-dependencies.
fn needs(folder: &str) -> String {
    let manifest = read(&format!("{folder}/Cargo.toml"));
    let parts = manifest.split("\n[").filter(|part| part.starts_with("dependencies]"));
    parts.collect()
}

/// Cargo prevents cycles. These are the dependencies that must not exist at all.
#[test]
fn crates_depend_in_one_direction() {
    for forbidden in ["boardwright", "mlua", "saphyr", "yaml"] {
        assert!(!needs("core/rules").contains(forbidden), "core/rules must not know `{forbidden}`");
    }
    // Playing and searching need no words.
    for forbidden in ["-phrases", "-text"] {
        assert!(!needs("core/bots").contains(forbidden), "core/bots must not know `{forbidden}`");
    }
    let text = needs("core/text").replace("-rules", "").replace("-phrases", "");
    assert!(!text.contains("boardwright-"), "core/text knows the kernel and its own phrases only");
    // Checking or formatting a pack in an editor needs neither Luau nor bots.
    let light = ["syntax", "language", "packs", "compile", "lint", "docs", "format"];
    for name in light {
        let needs = needs(&format!("core/{name}"));
        for forbidden in ["mlua", "-scripts", "-bots", "-play", "-lab"] {
            assert!(!needs.contains(forbidden), "core/{name} must not know `{forbidden}`");
        }
    }
    for folder in core_crates() {
        let needs = needs(&folder);
        for forbidden in ["boardwright.workspace", "clap", "indicatif"] {
            assert!(!needs.contains(forbidden), "{folder} must not know `{forbidden}`");
        }
    }
}

#[test]
fn content_and_scripts_hold_no_rust() {
    for folder in ["content", "scripts"] {
        for file in files(folder) {
            assert!(!file.ends_with(".rs"), "{file}: content is data");
        }
    }
}

#[test]
fn the_engine_knows_no_game() {
    let nouns: Vec<&str> = NOUNS.split_whitespace().collect();
    for file in files("core").into_iter().filter(|file| !file.ends_with(".md")) {
        let text = read(&file).to_lowercase();
        let words = text.split(|c: char| !c.is_ascii_alphanumeric());
        for word in words {
            assert!(!nouns.contains(&word), "{file}: `{word}` is the noun of a game");
        }
    }
}

#[test]
fn the_root_holds_what_was_agreed() {
    let files = ["Cargo.toml", "Cargo.lock", "LICENSE", "README.md"];
    let folders = ["core", "content", "scripts", "tests", "tools"];
    for entry in std::fs::read_dir(root()).expect("the root is readable").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let known = name.starts_with('.')
            || is_ignored(&name)
            || files.contains(&name.as_str())
            || folders.contains(&name.as_str());
        assert!(known, "{name} does not belong in the root");
    }
}

/// Whether git ignores a name in the root: files that the README lets people make there are not
/// part of the project.
fn is_ignored(name: &str) -> bool {
    read(".gitignore").lines().any(|line| match line.trim_matches('/').strip_prefix('*') {
        Some(end) => name.ends_with(end),
        None => line.trim_matches('/') == name,
    })
}

/// The output paths in the README's commands are ignored by git and by the test above.
#[test]
fn the_commands_of_the_readme_litter_nothing() {
    let readme = read("README.md");
    let commands = readme.lines().filter(|line| line.contains("boardwright "));
    let mut seen = 0;
    for line in commands {
        for flag in ["--in ", "--out ", "--log "] {
            let Some((_, rest)) = line.split_once(flag) else { continue };
            let folder = rest.split([' ', '/']).next().unwrap_or_default();
            assert!(is_ignored(folder), "`{line}` makes `{folder}`, which is not in .gitignore");
            seen += 1;
        }
    }
    assert!(seen >= 3, "the README shows how results are written");
}

#[test]
fn every_test_file_is_named_in_main() {
    let main = read("tests/it/main.rs");
    for file in files("tests/it") {
        let Some(name) = file.strip_prefix("tests/it/").and_then(|it| it.strip_suffix(".rs"))
        else {
            continue;
        };
        if name != "main" && !name.contains('/') {
            assert!(main.contains(&format!("mod {name};")), "{file} is forgotten in main.rs");
        }
    }
}

#[test]
fn files_hold_one_idea() {
    for folder in ["core", "tools", "tests"] {
        for file in files(folder).into_iter().filter(|file| file.ends_with(".rs")) {
            let lines = read(&file).lines().count();
            assert!(lines <= 1500, "{file}: {lines} lines; look for a second idea inside");
        }
    }
}

#[test]
fn files_are_written_in_one_place() {
    // Anything that writes files on its own can leave half a file behind.
    let words =
        ["fs::write(", "File::create", "OpenOptions", "File::options", "fs::rename(", "fs::copy("];
    for file in files("core").into_iter().chain(files("tools/src")) {
        let of_tests = file.contains("tests") || file.contains("testing");
        if !file.ends_with(".rs") || of_tests || file.starts_with("tools/src/disk") {
            continue;
        }
        let text = read(&file);
        for word in words {
            assert!(!text.contains(word), "{file}: `{word}`: files are written by `disk.rs`");
        }
    }
}

#[test]
fn every_folder_of_a_pack_has_a_manifest() {
    for entry in std::fs::read_dir(root().join("content")).expect("there is content").flatten() {
        let path = entry.path();
        if path.is_dir() && !path.ends_with("schema") {
            assert!(path.join("pack.yaml").is_file(), "{} is no pack", path.display());
        }
    }
}

#[test]
fn the_engine_says_nothing_that_is_not_translated() {
    let table = read("core/phrases/src/phrases.rs");
    let phrases: Vec<&str> = literals(table.split_once("&[[&str; 3]]").expect("a table").1);
    let english: Vec<&str> = phrases.chunks(3).filter_map(|said| said.first().copied()).collect();
    let mut sources = String::new();
    for file in files("core").into_iter().chain(files("tools")) {
        if file.ends_with(".rs") && !file.ends_with("/phrases.rs") && !file.contains("tests") {
            sources.push_str(&read(&file));
        }
    }
    for call in [".say(\"", ".word(\""] {
        for rest in sources.split(call).skip(1) {
            let said = literals(&format!("\"{rest}")).first().map(|it| (*it).to_owned());
            let said = said.unwrap_or_default();
            assert!(english.contains(&said.as_str()), "`{said}` is said in English only");
        }
    }
    // Phrases that are only needed in other languages are in the table itself.
    for phrase in english {
        assert!(sources.contains(&format!("\"{phrase}\"")), "nobody says `{phrase}`");
    }
}

/// The contents of all string literals, as written.
fn literals(text: &str) -> Vec<&str> {
    let mut found = vec![];
    let mut rest = text;
    while let Some((_, after)) = rest.split_once('"') {
        let mut end = 0;
        let bytes = after.as_bytes();
        while end < bytes.len() && bytes[end] != b'"' {
            end += if bytes[end] == b'\\' { 2 } else { 1 };
        }
        found.push(after.get(..end).unwrap_or_default());
        rest = after.get(end + 1..).unwrap_or_default();
    }
    found
}

#[test]
fn every_dependency_is_used() {
    let mut crates: Vec<(String, Vec<String>)> = vec![
        ("tools".into(), ["tools/src", "tools/build.rs"].map(String::from).into()),
        ("tests".into(), ["tests/it", "tests/benches", "tests/lib.rs"].map(String::from).into()),
    ];
    crates.extend(core_crates().into_iter().map(|it| (it.clone(), vec![format!("{it}/src")])));
    for (manifest, folders) in crates {
        let manifest = format!("{manifest}/Cargo.toml");
        let mut sources = String::new();
        for folder in folders {
            let found = if folder.ends_with(".rs") { vec![folder] } else { files(&folder) };
            let rust = found.into_iter().filter(|file: &String| file.ends_with(".rs"));
            rust.for_each(|file| sources.push_str(&read(&file)));
        }
        let text = read(&manifest);
        let listed = text.split("\n[").filter(|part| part.contains("dependencies]\n"));
        let lines = listed.flat_map(|part| part.lines().skip(1));
        let names = lines.filter_map(|line| line.split(['.', ' ', '=']).next());
        for name in names.filter(|name| !name.is_empty() && !name.starts_with('#')) {
            let in_rust = name.replace('-', "_");
            let is_used =
                [format!("{in_rust}::"), format!("use {in_rust}"), format!("{in_rust} as")];
            assert!(
                is_used.iter().any(|it| sources.contains(it)),
                "{manifest}: nobody uses {name}"
            );
        }
    }
}

#[test]
fn every_shared_dependency_is_asked_for() {
    let root = read("Cargo.toml");
    let shared = root.split_once("[workspace.dependencies]\n").expect("shared dependencies").1;
    let shared = shared.split("\n[").next().unwrap_or_default();
    let folders = core_crates().into_iter().chain(["tools".into(), "tests".into()]);
    let all: String = folders.map(|folder| read(&format!("{folder}/Cargo.toml"))).collect();
    let names = shared.lines().filter_map(|line| line.split([' ', '=']).next());
    for name in names.filter(|name| !name.starts_with("boardwright")) {
        let asked =
            [format!("\n{name}.workspace = true"), format!("\n{name} = {{ workspace = true")];
        assert!(asked.iter().any(|line| all.contains(line)), "no crate asks for {name}");
    }
}

/// Codes are constants, so that a code that does not exist does not compile.
#[test]
fn codes_are_written_in_one_place() {
    for file in files("core").into_iter().chain(files("tools")) {
        let of_tests = file.contains("test");
        if !file.ends_with(".rs") || of_tests || file.contains("/diag/codes/") {
            continue;
        }
        let text = read(&file);
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        for said in literals(code) {
            let is_code = said.len() == 4
                && said.starts_with(|first: char| first.is_ascii_uppercase())
                && said[1..].bytes().all(|it| it.is_ascii_digit());
            assert!(!is_code, "{file}: `{said}` has a constant in `diag/codes`");
        }
    }
}

/// A code that nothing reports is explained in vain.
#[test]
fn every_code_is_used() {
    let folder = "core/syntax/src/diag/codes/";
    let rust = files("core").into_iter().chain(files("tools"));
    let (declared, others): (Vec<_>, Vec<_>) =
        rust.filter(|file| file.ends_with(".rs")).partition(|file| file.starts_with(folder));
    let others = others.iter().filter(|file| !file.contains("test")).map(|file| read(file));
    // Scripts stop with some of them by themselves.
    let sources = others.collect::<String>() + &read("core/scripts/src/luau/prelude.luau");
    for file in declared {
        let text = read(&file);
        for line in text.lines() {
            let Some((name, code)) =
                line.strip_prefix("pub const ").and_then(|rest| rest.split_once(": &str = "))
            else {
                continue;
            };
            let code = code.trim_end_matches(';');
            let is_used = sources.contains(&format!("::{name}")) || sources.contains(code);
            assert!(is_used, "{file}: nothing reports {name}, {code}");
        }
    }
}

/// A width beyond 65,535 in a format string panics, and widths come from names of packs.
#[test]
fn texts_are_padded_in_one_place() {
    for folder in ["core", "tools"] {
        let rust = files(folder).into_iter().filter(|file| file.ends_with(".rs"));
        for file in rust.filter(|file| !file.ends_with("tests.rs")) {
            for (at, line) in read(&file).lines().enumerate() {
                let width = line.split('{').skip(1).filter_map(|part| part.split_once('}'));
                let is_width = |inside: &str| {
                    inside.contains(':') && inside.ends_with('$') && !inside.contains('.')
                };
                let found = width.into_iter().any(|(inside, _)| is_width(inside));
                assert!(!found, "{file}:{}: use `visible::pad` instead of a width", at + 1);
            }
        }
    }
}

/// Words that name at most one type, with the file that declares it. The others say too little to
/// name any: `Part` of what?
const TYPE_NAMES: [(&str, Option<&str>); 6] = [
    ("Change", Some("core/packs/src/layer/provenance.rs")),
    ("Known", None),
    ("Mark", Some("core/packs/src/layer/source_marks.rs")),
    ("Part", None),
    ("Plan", Some("core/lab/src/simulate/plan.rs")),
    ("Step", Some("core/language/src/raw/step.rs")),
];

/// The name of the type that a line of Rust declares.
fn declared(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let line = match line.strip_prefix("pub(") {
        Some(rest) => rest.split_once(") ")?.1,
        None => line.strip_prefix("pub ").unwrap_or(line),
    };
    let (keyword, rest) = line.split_once(' ')?;
    let is_type = ["struct", "enum", "union", "trait", "type"].contains(&keyword);
    rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().filter(|_| is_type)
}

#[test]
fn a_word_names_one_type() {
    for (word, owner) in TYPE_NAMES {
        let mut found = vec![];
        for file in files("core").into_iter().chain(files("tools")) {
            if !file.ends_with(".rs") || file.contains("/tests") {
                continue;
            }
            let text = read(&file);
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            found.extend(
                code.lines().filter(|line| declared(line) == Some(word)).map(|_| file.clone()),
            );
        }
        assert_eq!(found, Vec::from_iter(owner), "the types named `{word}`: give others their own");
    }
}
