//! The cookbook: every recipe is played in both of its forms. The code on the page is the code that
//! runs.

use boardwright_format::{Places, Role, format};
use boardwright_lab::battery::conformance;
use boardwright_lab::golden;
use boardwright_packs::library::Library;
use boardwright_play::game::{Game, check};
use boardwright_play::scenario;
use boardwright_syntax::diag::{Diagnostic, Format, render};
use boardwright_syntax::source::{SourceFile, Sources};
use boardwright_tests::{library, read};

const PAGE: &str = "scripts/COOKBOOK.md";
/// The minimum number of recipes, as the page promises.
const RECIPES_MIN: usize = 20;
/// The seeds for which both forms of a recipe must give the same transcript.
const SEEDS: std::ops::RangeInclusive<u64> = 1..=8;
/// The parts of a recipe, with the languages of their blocks.
const PARTS: [(&str, &[&str]); 4] = [
    ("In YAML", &["yaml"]),
    ("In Luau", &["yaml", "lua"]),
    ("The scenario", &["yaml"]),
    ("Which one?", &[]),
];

/// A section of the page: its heading, and its parts in order.
struct Recipe {
    title: String,
    parts: Vec<Part>,
}

/// The text after bold words at the start of a line.
#[derive(Default)]
struct Part {
    label: String,
    /// Fenced blocks: language and text.
    blocks: Vec<(String, String)>,
    /// All other text.
    prose: String,
}

/// The recipes of a page: its numbered sections.
fn recipes(page: &str) -> Vec<Recipe> {
    let sections = page.split("\n## ").skip(1);
    let numbered = sections.filter(|it| it.starts_with(|first: char| first.is_ascii_digit()));
    numbered
        .map(|section| {
            let (title, body) = section.split_once('\n').unwrap_or((section, ""));
            Recipe { title: title.to_owned(), parts: parts(body) }
        })
        .collect()
}

fn parts(body: &str) -> Vec<Part> {
    let mut parts = vec![];
    let mut part = Part::default();
    let mut block: Option<(String, String)> = None;
    for line in body.lines() {
        match (&mut block, line.strip_prefix("```")) {
            (Some(_), Some("")) => part.blocks.extend(block.take()),
            (Some((_, text)), _) => {
                text.push_str(line);
                text.push('\n');
            }
            (None, Some(language)) => block = Some((language.to_owned(), String::new())),
            (None, None) => {
                let bold = line.strip_prefix("**").and_then(|line| line.split_once("**"));
                let (label, words) = bold.unwrap_or(("", line));
                if !label.is_empty() {
                    let label = label.to_owned();
                    parts.push(std::mem::replace(&mut part, Part { label, ..Part::default() }));
                }
                part.prose.push_str(words.trim());
            }
        }
    }
    part.blocks.extend(block);
    parts.push(part);
    // Text before the first part has no label.
    parts.retain(|part| !part.label.is_empty());
    parts
}

/// Reports missing or surplus parts of a recipe.
fn lacks(recipe: &Recipe) -> Result<(), String> {
    let labels: Vec<&str> = recipe.parts.iter().map(|part| part.label.as_str()).collect();
    let expected = PARTS.map(|(label, _)| label);
    if labels != expected {
        return Err(format!("{}: its parts are {labels:?}, not {expected:?}", recipe.title));
    }
    for (part, (label, languages)) in recipe.parts.iter().zip(PARTS) {
        let found: Vec<&str> = part.blocks.iter().map(|(language, _)| language.as_str()).collect();
        if found != languages {
            let title = &recipe.title;
            return Err(format!("{title}: `{label}` has the blocks {found:?}, not {languages:?}"));
        }
        if languages.is_empty() && part.prose.is_empty() {
            return Err(format!("{}: `{label}` says nothing", recipe.title));
        }
    }
    Ok(())
}

/// The pack that one form of a recipe makes on top of `hello`.
fn pack(recipe: &Recipe, form: &Part) -> Vec<(String, Vec<u8>)> {
    let manifest =
        "id: recipe\ntitle: A recipe\nversion: 1.0.0\nengine: \">=0.1\"\nextends: hello\n";
    let scenario = recipe.parts.iter().find(|part| part.label == "The scenario");
    let scenario = scenario.and_then(|part| part.blocks.first());
    let script = form.blocks.iter().find(|(language, _)| language == "lua");
    let tiles = form.blocks.iter().find(|(language, _)| language == "yaml");
    let mut files = vec![("pack.yaml".to_owned(), manifest.into())];
    let blocks =
        [("tiles.yaml", tiles), ("scripts/recipe.luau", script), ("tests/recipe.yaml", scenario)];
    for (path, block) in blocks {
        files.extend(block.map(|(_, text)| (path.to_owned(), text.clone().into_bytes())));
    }
    files
}

/// Checks one form of a recipe on its own, and returns its game.
fn cook(recipe: &Recipe, form: &Part) -> Result<Game, String> {
    let mut library = library();
    library.add_memory("recipe", pack(recipe, form));
    let told = |diags: &[Diagnostic], sources: &Sources| {
        render(diags, sources, Format::Human { colour: false })
    };

    let opened = check(&library, &["recipe"]);
    let Some(game) = opened.game.filter(|_| opened.diags.is_empty()) else {
        return Err(told(&opened.diags, &opened.sources));
    };
    is_in_one_form(&library)?;

    let (mut scenarios, diags) = scenario::scenarios(&game.loaded);
    scenarios.retain(|scenario| scenario.pack == "recipe");
    if !diags.is_empty() || scenarios.is_empty() {
        return Err(format!("no scenario to run\n{}", told(&diags, &game.loaded.sources)));
    }
    for scenario in scenarios {
        let report = scenario::run(&game, &scenario);
        if !report.passed {
            let report = told(&report.diags, &game.loaded.sources);
            return Err(format!("the scenario \"{}\" fails\n{report}", scenario.name));
        }
    }
    let findings = conformance(&game, 1..=1);
    if findings.is_empty() { Ok(game) } else { Err(format!("a law is broken: {findings:#?}")) }
}

/// Checks that `boardwright fmt` would change nothing.
fn is_in_one_form(library: &Library) -> Result<(), String> {
    let places = Places::of_pack(library, "recipe");
    let (mut sources, mut diags) = (Sources::default(), vec![]);
    let contents = library.contents("recipe", &mut sources, &mut diags).expect("it can be read");
    for (path, text) in contents.texts {
        let Some(role) = Role::of(&path) else { continue };
        let file = SourceFile { pack: "recipe".into(), path: path.clone(), text: text.clone() };
        let file = sources.add(file);
        match format(&sources, file, role, &places) {
            Ok(after) if after == text => {}
            Ok(after) => return Err(format!("`fmt` would write {path} otherwise:\n{after}")),
            Err(trouble) => return Err(format!("{path}: {trouble:?}")),
        }
    }
    Ok(())
}

/// The first line at which two transcripts differ, from each of them.
fn first_difference<'a>(one: &'a str, other: &'a str) -> Option<(&'a str, &'a str)> {
    let longer = one.lines().count().max(other.lines().count());
    let ended = || std::iter::repeat("(no more)");
    let lines = one.lines().chain(ended()).zip(other.lines().chain(ended()));
    lines.take(longer).find(|(one, other)| one != other)
}

/// Checks both forms of a recipe, alone and against each other.
fn compare(recipe: &Recipe) -> Result<(), String> {
    lacks(recipe)?;
    let mut games = vec![];
    for form in &recipe.parts[..2] {
        let wrong = |why| format!("{} ({}): {why}", recipe.title, form.label);
        games.push(cook(recipe, form).map_err(wrong)?);
    }
    for seed in SEEDS {
        let [yaml, luau] = [0, 1].map(|form: usize| golden::transcript(&games[form], seed));
        if let Some((yaml, luau)) = first_difference(&yaml, &luau) {
            return Err(format!(
                "{}: the forms play game {seed} differently\n  YAML: {yaml}\n  Luau: {luau}",
                recipe.title
            ));
        }
    }
    Ok(())
}

#[test]
fn every_recipe_is_whole_and_listed() {
    let page = read(PAGE);
    let recipes = recipes(&page);
    assert!(recipes.len() >= RECIPES_MIN, "{PAGE} has {} recipes", recipes.len());
    for (at, recipe) in recipes.iter().enumerate() {
        lacks(recipe).unwrap_or_else(|lack| panic!("{PAGE}: {lack}"));
        let title = &recipe.title;
        let number = format!("{}. ", at + 1);
        assert!(title.starts_with(&number), "{PAGE}: {title}: number {} is next", at + 1);
        let anchor: String = title
            .to_lowercase()
            .chars()
            .filter_map(|c| match c {
                ' ' => Some('-'),
                _ => c.is_alphanumeric().then_some(c),
            })
            .collect();
        let link = format!("[{}](#{anchor})", title.trim_start_matches(&number));
        assert!(page.contains(&link), "{PAGE}: {title} is not in the list: {link}");
    }
}

#[test]
fn every_recipe_does_the_same_in_yaml_and_in_luau() {
    let failed = recipes(&read(PAGE)).into_iter().filter_map(|recipe| compare(&recipe).err());
    let failed: Vec<String> = failed.collect();
    assert!(
        failed.is_empty(),
        "{PAGE}, recipes that fail: {}\n\n{}",
        failed.len(),
        failed.join("\n\n")
    );
}

/// The tests above would be worth little if an incomplete recipe went unnoticed.
#[test]
fn a_recipe_without_one_of_its_blocks_is_told() {
    let whole = "\n## 1. Tea\n\n**In YAML**\n\n```yaml\na: 1\n```\n\n**In Luau**\n\n```yaml\na: 1\n\
                 ```\n\n```lua\nreturn {}\n```\n\n**The scenario**\n\n```yaml\nscenario: s\n```\n\n\
                 **Which one?** Either.\n";
    let told = |page: &str| recipes(page).iter().map(lacks).collect::<Result<Vec<()>, _>>();
    assert_eq!(told(whole).map(|all| all.len()), Ok(1));
    let without = [
        "**In YAML**\n\n```yaml\na: 1\n```\n\n",
        "```lua\nreturn {}\n```\n\n",
        "**In Luau**\n\n```yaml\na: 1\n```\n\n```lua\nreturn {}\n```\n\n",
        "```yaml\nscenario: s\n```\n\n",
        "**Which one?**",
        " Either.",
    ];
    for part in without {
        assert!(whole.contains(part), "{part}");
        let lack = told(&whole.replacen(part, "", 1)).expect_err(part);
        assert!(lack.starts_with("1. Tea"), "{lack}");
    }
}
