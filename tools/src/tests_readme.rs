//! The README's commands, run as written, print what it shows.

use crate::Exit;
use crate::testing::Place;

/// A fenced block of a page: the text after the opening fence, and the lines inside.
struct Block<'p> {
    language: &'p str,
    lines: Vec<&'p str>,
    /// The text between the block before and this one.
    lead: String,
}

fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut found: Vec<Block> = vec![];
    let mut is_open = false;
    let mut lead = String::new();
    for line in page.lines() {
        match (line.strip_prefix("```"), is_open) {
            (Some(language), false) => {
                found.push(Block { language, lines: vec![], lead: std::mem::take(&mut lead) });
                is_open = true;
            }
            (Some(_), true) => is_open = false,
            (None, true) => found.last_mut().expect("a block is open").lines.push(line),
            (None, false) => lead.push_str(line),
        }
    }
    found
}

/// The file that a text tells readers to write: the last path in backticks.
fn file_named(lead: &str) -> Option<&str> {
    lead.split('`').rfind(|word| word.contains('/') && word.ends_with(".yaml"))
}

/// Finds the shown lines in the output, in this order; `...` stands for any lines.
fn assert_shows(command: &str, printed: &str, shown: &[&str]) {
    let printed: Vec<&str> = printed.lines().map(str::trim_end).collect();
    let mut at = 0;
    let mut may_skip = false;
    for line in shown {
        if *line == "..." {
            may_skip = true;
            continue;
        }
        let rest = printed.get(at..).unwrap_or_default();
        let found = match may_skip {
            true => rest.iter().position(|it| it == line),
            false => (rest.first() == Some(line)).then_some(0),
        };
        let all = printed.join("\n");
        let found = found.unwrap_or_else(|| panic!("`{command}` does not print `{line}`:\n{all}"));
        at += found + 1;
        may_skip = false;
    }
    assert!(may_skip || at == printed.len(), "`{command}` prints more than is shown");
}

#[test]
fn the_commands_of_the_readme_print_what_it_shows() {
    let root =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tools has a parent");
    let page = std::fs::read_to_string(root.join("README.md")).expect("there is a README");
    let place = Place::new();
    let (mut n_shown, mut n_run) = (0, 0);
    for block in blocks(&page) {
        match block.language {
            "console" => {
                let command = block.lines[0].strip_prefix("$ boardwright ").expect("a command");
                let typed = block.lines.iter().filter_map(|line| line.strip_prefix("> "));
                let typed: String = typed.map(|line| format!("{line}\n")).collect();
                let ran = place.type_in(command, &typed);
                assert_shows(command, &format!("{}{}", ran.out, ran.err), &block.lines[1..]);
                n_shown += 1;
            }
            "yaml" => {
                let file = file_named(&block.lead).expect("the text names the file");
                let text: String = block.lines.iter().map(|line| format!("{line}\n")).collect();
                place.write(file, &text);
            }
            // The error that was shown is fixed before the commands that follow.
            "sh" if block.lines.iter().any(|line| line.contains("packs/my-hello")) => {
                let tiles = place.read("packs/my-hello/tiles.yaml").replace("fihs", "fish");
                place.write("packs/my-hello/tiles.yaml", &tiles);
                for line in block.lines {
                    let (command, comment) = line.split_once('#').unwrap_or((line, ""));
                    let command = command.trim().strip_prefix("boardwright ").expect("a command");
                    let promised =
                        if comment.contains("exit 1") { Exit::Problems } else { Exit::Fine };
                    let ran = place.run(command);
                    assert_eq!(ran.exit, promised, "{command}\n{}", ran.all());
                    n_run += 1;
                }
            }
            _ => {}
        }
    }
    assert_eq!((n_shown, n_run), (4, 4), "the README shows commands and what they print");
}
