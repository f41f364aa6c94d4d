//! Texts as authors of variants write them, right and wrong, in three languages.
//!
//! A false alarm is worse than a miss, so there are as many right ones.

use super::check;
use boardwright_syntax::source::{SourceFile, Sources};
use boardwright_syntax::yaml;

/// What is told about a text of a tile in a small game.
fn told(language: &str, cost: &str, ability: &str, text: &str) -> Vec<String> {
    let [wood, fish, vp, points] = match language {
        "fr" => ["Bois", "Poisson", "Point de victoire", "Points de victoire"],
        "de" => ["Holz", "Fisch", "Siegpunkt", "Siegpunkte"],
        _ => ["Wood", "Fish", "Victory point", "Victory points"],
    };
    let abilities = if ability.starts_with('[') { "abilities" } else { "ability" };
    let game = format!(
        "resources: {{ wood: {{ name: {wood} }}, fish: {{ name: {fish} }}, vp: {{ name: {vp}, plural: {points}, score: true }} }}\n\
         kinds: {{ tile: {{ attributes: {{ cost: cost }} }} }}\n\
         zones: {{ village: {{ held_by: seat }} }}\n\
         values: {{ feast_points: {{ base: 3 }} }}\n\
         events: {{ gathered: {{}}, built: {{}} }}\n\
         tiles: {{ it: {{ cost: {cost}, text: \"{text}\", {abilities}: {ability} }} }}\n\
         procedures:\n  turn:\n    - choose:\n        options:\n          \
         gather: [{{ gain: {{ wood: 2 }} }}, {{ emit: gathered }}]\n          \
         build: [{{ emit: built }}]\n          \
         feast: [{{ gain: {{ vp: 3 }} }}, {{ each: {{ as_seat: others, do: [{{ gain: {{ vp: 1 }} }}] }} }}]\n"
    );
    let mut sources = Sources::default();
    let file = sources.add(SourceFile { pack: "it".into(), path: "game.yaml".into(), text: game });
    let mut diags = vec![];
    let root = yaml::read(&sources, file, &mut diags).expect("it can be read");
    check(&root, language, None, &mut diags);
    diags.iter().map(|diag| format!("{} {}", diag.code, diag.message)).collect()
}

fn each(texts: &[(&str, &str, [&str; 3])], wrong: bool) {
    for (cost, ability, said) in texts {
        for (language, text) in ["en", "fr", "de"].into_iter().zip(said) {
            let told = told(language, cost, ability, text);
            assert_eq!(!told.is_empty(), wrong, "{language}: {text}\n{ability}\n{told:#?}");
        }
    }
}

#[test]
fn wrong_texts_are_found() {
    each(WRONG, true);
}

#[test]
fn right_texts_are_silent() {
    each(RIGHT, false);
}

/// Texts that do not agree with their steps: cost, ability, and what is said in each language.
const WRONG: &[(&str, &str, [&str; 3])] = &[
    (
        "{ wood: 2, fish: 1 }",
        "{ when: gained vp, do: [{ gain: { wood: 2 } }] }",
        [
            "Whenever you gain victory points, gain 1 wood.",
            "Chaque fois que vous gagnez des points de victoire, gagnez 1 bois.",
            "Immer wenn du Siegpunkte erhältst, erhältst du 1 Holz.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: gained vp, do: [{ gain: { fish: 1 } }] }",
        [
            "Whenever you gain victory points, gain 1 wood.",
            "Chaque fois que vous gagnez des points de victoire, gagnez 1 bois.",
            "Immer wenn du Siegpunkte erhältst, erhältst du 1 Holz.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: gathered, do: [{ gain: { wood: 1 } }] }",
        [
            "Whenever you gather, gain 2 wood.",
            "Chaque fois que vous récoltez, gagnez 2 bois.",
            "Immer wenn du sammelst, erhältst du 2 Holz.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: gathered, do: [{ gain: { wood: 1 } }] }",
        [
            "Whenever you build, gain 1 wood.",
            "Chaque fois que vous construisez, gagnez 1 bois.",
            "Immer wenn du baust, erhältst du 1 Holz.",
        ],
    ),
    (
        "{ wood: 3 }",
        "{ when: gathered, do: [{ gain: { fish: 2 } }] }",
        [
            "Each time you gather, you get 3 fish.",
            "À chaque fois que vous récoltez, vous recevez 3 poissons.",
            "Jedes Mal, wenn du sammelst, bekommst du 3 Fische.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: built, do: [{ gain: { wood: 1 } }] }",
        [
            "After you build a tile, gain 1 fish.",
            "Après avoir construit une tuile, gagnez 1 poisson.",
            "Nachdem du ein Plättchen gebaut hast, erhältst du 1 Fisch.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: gathered, do: [{ gain: { wood: 1 } }] }",
        [
            "When you gather, take two wood from the supply.",
            "Quand vous récoltez, prenez deux bois de la réserve.",
            "Wenn du sammelst, nimm dir zwei Holz aus dem Vorrat.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: built, do: [{ gain: { fish: 1 } }] }",
        [
            "Whenever you build, lose 1 fish.",
            "Chaque fois que vous construisez, perdez 1 poisson.",
            "Immer wenn du baust, verlierst du 1 Fisch.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: built, do: [{ gain: { wood: 1 } }] }",
        [
            "Gain 1 wood whenever you gather.",
            "Gagnez 1 bois chaque fois que vous récoltez.",
            "Du erhältst 1 Holz, immer wenn du sammelst.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: gathered, do: [{ gain: { wood: 2, fish: 1 } }] }",
        [
            "Whenever you gather, gain 1 wood and 2 fish.",
            "Chaque fois que vous récoltez, gagnez 1 bois et 2 poissons.",
            "Immer wenn du sammelst, erhältst du 1 Holz und 2 Fisch.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "[{ when: gathered, do: [{ gain: { wood: 2 } }] }, { when: built, do: [{ gain: { fish: 1 } }] }]",
        [
            "Whenever you gather, gain 1 fish. Whenever you build, gain 2 wood.",
            "Chaque fois que vous récoltez, gagnez 1 poisson. Chaque fois que vous construisez, gagnez 2 bois.",
            "Immer wenn du sammelst, erhältst du 1 Fisch. Immer wenn du baust, erhältst du 2 Holz.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ offer: main, label: trade, limit: { times: 1, per: turn }, do: [{ pay: { fish: 1 } }, { gain: { wood: 2 } }] }",
        [
            "Once per turn: pay 2 fish to gain 1 wood.",
            "Une fois par tour : payez 2 poissons pour gagner 1 bois.",
            "Einmal pro Zug: Zahle 2 Fisch, um 1 Holz zu erhalten.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ offer: main, label: trade, limit: { times: 1, per: turn }, do: [{ pay: { wood: 2 } }, { gain: { fish: 1 } }] }",
        [
            "Once per turn, trade 1 wood for 2 fish.",
            "Une fois par tour, échangez 1 bois contre 2 poissons.",
            "Einmal pro Zug tauschst du 1 Holz gegen 2 Fisch.",
        ],
    ),
    (
        "{ wood: 3 }",
        "{ when: built, if: \"what == self\", do: [{ gain: { fish: 1 } }] }",
        [
            "When built, gain 3 fish.",
            "Lors de la construction, gagnez 3 poissons.",
            "Beim Bau erhältst du 3 Fisch.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: built, if: \"what ~= self\", do: [{ gain: { vp: 2 } }] }",
        [
            "Whenever you build another tile, gain 1 victory point.",
            "Chaque fois que vous construisez une autre tuile, gagnez 1 point de victoire.",
            "Immer wenn du ein anderes Plättchen baust, erhältst du 1 Siegpunkt.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: gathered, do: [{ gain: { wood: 2 } }] }",
        [
            "Whenever you gather, gain one wood.",
            "Chaque fois que vous récoltez, gagnez un bois.",
            "Immer wenn du sammelst, erhältst du ein Holz.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: gathered, do: [{ gain: { wood: 2 } }] }",
        [
            "Every time you gather, earn 2 victory points.",
            "À chaque récolte, gagnez 2 points de victoire.",
            "Bei jedem Sammeln erhältst du 2 Siegpunkte.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: built, do: [{ gain: { wood: 1 } }] }",
        [
            "If you gather, gain 1 wood.",
            "Si vous récoltez, gagnez 1 bois.",
            "Falls du sammelst, erhältst du 1 Holz.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: gained vp, do: [{ gain: { wood: 1 } }] }",
        [
            "Whenever you gain fish, gain 1 wood.",
            "Chaque fois que vous gagnez du poisson, gagnez 1 bois.",
            "Immer wenn du Fisch erhältst, erhältst du 1 Holz.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: gathered, do: [{ gain: { wood: 1 } }] }",
        [
            "Whenever you feast, gain 1 wood.",
            "Chaque fois que vous festoyez, gagnez 1 bois.",
            "Immer wenn du feierst, erhältst du 1 Holz.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: built, do: [{ gain: { fish: 1 } }] }",
        [
            "As soon as you build a tile, you receive 1 wood.",
            "Dès que vous construisez une tuile, vous recevez 1 bois.",
            "Sobald du ein Plättchen baust, erhältst du 1 Holz.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: gathered, do: [{ may: { ask: x?, do: [{ pay: { wood: 2 } }, { gain: { fish: 1 } }] } }] }",
        [
            "Whenever you gather, you may pay 1 wood to gain 2 fish.",
            "Chaque fois que vous récoltez, vous pouvez payer 1 bois pour gagner 2 poissons.",
            "Immer wenn du sammelst, darfst du 1 Holz zahlen, um 2 Fisch zu erhalten.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: gathered, do: [{ gain: { fish: 2 } }] }",
        [
            "Gain 1 fish when you gather.",
            "Gagnez 1 poisson quand vous récoltez.",
            "Erhalte 1 Fisch, wenn du sammelst.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: gathered, do: [{ gain: { wood: 1 } }] }",
        [
            "Whenever you gather wood or fish, gain 2 more wood.",
            "Chaque fois que vous récoltez du bois ou du poisson, gagnez 2 bois de plus.",
            "Immer wenn du Holz oder Fisch sammelst, erhältst du 2 weitere Holz.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ offer: main, label: swap, do: [{ pay: { fish: 3 } }, { gain: { wood: 2 } }] }",
        [
            "Pay 2 fish, then gain 3 wood.",
            "Payez 2 poissons, puis gagnez 3 bois.",
            "Zahle 2 Fisch, dann erhältst du 3 Holz.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: gathered, do: [{ gain: { wood: 2 } }] }",
        [
            "Costs 1 wood and 1 fish. Whenever you gather, gain 2 wood.",
            "Coûte 1 bois et 1 poisson. Chaque fois que vous récoltez, gagnez 2 bois.",
            "Kostet 1 Holz und 1 Fisch. Immer wenn du sammelst, erhältst du 2 Holz.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: built, by: others, do: [{ gain: { wood: 1 } }] }",
        [
            "Whenever another player builds, gain 2 wood.",
            "Chaque fois qu'un autre joueur construit, gagnez 2 bois.",
            "Immer wenn ein anderer Spieler baut, erhältst du 2 Holz.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: gained fish, limit: { times: 1, per: turn }, do: [{ gain: { fish: 1 } }] }",
        [
            "Whenever you gain wood, gain 1 fish.",
            "Chaque fois que vous gagnez du bois, gagnez 1 poisson.",
            "Immer wenn du Holz bekommst, bekommst du 1 Fisch.",
        ],
    ),
];

/// Texts that agree with their steps: cost, ability, and what is said in each language.
const RIGHT: &[(&str, &str, [&str; 3])] = &[
    (
        "{ wood: 2, fish: 1 }",
        "{ when: gained vp, do: [{ gain: { wood: 1 } }] }",
        [
            "Whenever you gain victory points, gain 1 wood.",
            "Chaque fois que vous gagnez des points de victoire, gagnez 1 bois.",
            "Immer wenn du Siegpunkte erhältst, erhältst du 1 Holz.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: gathered, do: [{ gain: { fish: 2 } }] }",
        [
            "Each time you gather, you get 2 extra fish.",
            "À chaque fois que vous récoltez, vous recevez 2 poissons supplémentaires.",
            "Jedes Mal, wenn du sammelst, bekommst du 2 weitere Fische.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: built, do: [{ gain: { fish: 1 } }] }",
        [
            "After you build a tile, gain 1 fish.",
            "Après avoir construit une tuile, gagnez 1 poisson.",
            "Nachdem du ein Plättchen gebaut hast, erhältst du 1 Fisch.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: gathered, do: [{ gain: { wood: 2 } }] }",
        [
            "Your people know every tree: when you gather, take two wood from the supply.",
            "Vos gens connaissent chaque arbre : quand vous récoltez, prenez deux bois de la réserve.",
            "Deine Leute kennen jeden Baum: Wenn du sammelst, nimm dir zwei Holz aus dem Vorrat.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: built, do: [{ lose: { fish: 1 } }, { gain: { vp: 1 } }] }",
        [
            "Whenever you build, lose 1 fish and gain 1 victory point.",
            "Chaque fois que vous construisez, perdez 1 poisson et gagnez 1 point de victoire.",
            "Immer wenn du baust, verlierst du 1 Fisch und erhältst 1 Siegpunkt.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: gathered, do: [{ gain: { wood: 1 } }] }",
        [
            "Gain 1 wood whenever you gather.",
            "Gagnez 1 bois chaque fois que vous récoltez.",
            "Du erhältst 1 Holz, immer wenn du sammelst.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: gathered, do: [{ gain: { wood: 1, fish: 2 } }] }",
        [
            "Whenever you gather, gain 1 wood and 2 fish.",
            "Chaque fois que vous récoltez, gagnez 1 bois et 2 poissons.",
            "Immer wenn du sammelst, erhältst du 1 Holz und 2 Fisch.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "[{ when: gathered, do: [{ gain: { fish: 1 } }] }, { when: built, do: [{ gain: { wood: 2 } }] }]",
        [
            "Whenever you gather, gain 1 fish. Whenever you build, gain 2 wood.",
            "Chaque fois que vous récoltez, gagnez 1 poisson. Chaque fois que vous construisez, gagnez 2 bois.",
            "Immer wenn du sammelst, erhältst du 1 Fisch. Immer wenn du baust, erhältst du 2 Holz.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ offer: main, label: trade, limit: { times: 1, per: turn }, do: [{ pay: { fish: 1 } }, { gain: { wood: 2 } }] }",
        [
            "Once per turn: pay 1 fish to gain 2 wood.",
            "Une fois par tour : payez 1 poisson pour gagner 2 bois.",
            "Einmal pro Zug: Zahle 1 Fisch, um 2 Holz zu erhalten.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ offer: main, label: trade, limit: { times: 1, per: turn }, do: [{ pay: { wood: 2 } }, { gain: { fish: 1 } }] }",
        [
            "Once per turn, trade 2 wood for 1 fish.",
            "Une fois par tour, échangez 2 bois contre 1 poisson.",
            "Einmal pro Zug tauschst du 2 Holz gegen 1 Fisch.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: built, if: \"what == self\", do: [{ gain: { fish: \"count(me.village)\" } }] }",
        [
            "When built, gain 1 fish for each tile in your village.",
            "Lors de la construction, gagnez 1 poisson pour chaque tuile de votre village.",
            "Beim Bau erhältst du 1 Fisch für jedes Plättchen in deinem Dorf.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: built, if: \"what ~= self\", do: [{ gain: { vp: 2 } }] }",
        [
            "Whenever you build another tile, gain 2 victory points.",
            "Chaque fois que vous construisez une autre tuile, gagnez 2 points de victoire.",
            "Immer wenn du ein anderes Plättchen baust, erhältst du 2 Siegpunkte.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: gathered, if: \"me.wood >= 3\", do: [{ gain: { fish: 1 } }] }",
        [
            "Whenever you gather and have at least 3 wood, gain 1 fish.",
            "Chaque fois que vous récoltez et que vous avez au moins 3 bois, gagnez 1 poisson.",
            "Immer wenn du sammelst und mindestens 3 Holz hast, erhältst du 1 Fisch.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: gathered, do: [{ if: \"me.fish >= 3\", do: [{ gain: { wood: 1 } }], else: [{ gain: { wood: 2 } }] }] }",
        [
            "If you have 3 fish or more when you gather, gain 1 wood; otherwise gain 2 wood.",
            "Si vous avez 3 poissons ou plus quand vous récoltez, gagnez 1 bois ; sinon gagnez 2 bois.",
            "Hast du beim Sammeln 3 Fisch oder mehr, erhältst du 1 Holz, sonst 2 Holz.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: gathered, do: [{ may: { ask: x?, do: [{ pay: { fish: 1 } }, { gain: { wood: 2 } }] } }] }",
        [
            "Whenever you gather, you may pay 1 fish to gain 2 wood.",
            "Chaque fois que vous récoltez, vous pouvez payer 1 poisson pour gagner 2 bois.",
            "Immer wenn du sammelst, darfst du 1 Fisch zahlen, um 2 Holz zu erhalten.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: gathered, do: [{ each: { as_seat: others, do: [{ gain: { fish: 1 } }] } }] }",
        [
            "Whenever you gather, every other player gains 1 fish.",
            "Chaque fois que vous récoltez, chaque autre joueur gagne 1 poisson.",
            "Immer wenn du sammelst, erhält jeder andere 1 Fisch.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ modify: { feast_points: \"+1\" } }",
        [
            "Your feasts give 1 point more.",
            "Vos festins rapportent 1 point de plus.",
            "Deine Feste bringen 1 Punkt mehr.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: gained vp, do: [{ gain: { wood: 1 } }] }",
        [
            "A feast brings you 1 wood: whenever you gain victory points, take it from the supply.",
            "Un festin vous rapporte 1 bois : chaque fois que vous gagnez des points de victoire, prenez-le dans la réserve.",
            "Ein Fest bringt dir 1 Holz: Immer wenn du Siegpunkte erhältst, nimm es aus dem Vorrat.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: gathered, do: [{ gain: { fish: 1 } }] }",
        [
            "Gain 1 fish when you gather.",
            "Gagnez 1 poisson quand vous récoltez.",
            "Erhalte 1 Fisch, wenn du sammelst.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: gathered, do: [{ gain: { wood: 2 } }] }",
        [
            "Whenever you gather wood or fish, gain 2 wood instead of 1 wood more.",
            "Chaque fois que vous récoltez, gagnez 2 bois au lieu d'un.",
            "Immer wenn du sammelst, erhältst du 2 Holz statt einem.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: gathered, do: [{ gain: { wood: 1 } }] }",
        [
            "Costs 2 wood and 1 fish. Whenever you gather, gain 1 wood.",
            "Coûte 2 bois et 1 poisson. Chaque fois que vous récoltez, gagnez 1 bois.",
            "Kostet 2 Holz und 1 Fisch. Immer wenn du sammelst, erhältst du 1 Holz.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ offer: main, label: haul, limit: { times: 1, per: game }, do: [{ gain: { wood: 3 } }] }",
        [
            "Once per game, gain 3 wood.",
            "Une fois par partie, gagnez 3 bois.",
            "Einmal pro Partie erhältst du 3 Holz.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: built, if: \"what.cost.wood == 3\", do: [{ gain: { fish: 1 } }] }",
        [
            "Whenever you build a tile that costs 3 wood, gain 1 fish.",
            "Chaque fois que vous construisez une tuile qui coûte 3 bois, gagnez 1 poisson.",
            "Immer wenn du ein Plättchen baust, das 3 Holz kostet, erhältst du 1 Fisch.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: built, by: others, do: [{ gain: { wood: 1 } }] }",
        [
            "Whenever another player builds, gain 1 wood.",
            "Chaque fois qu'un autre joueur construit, gagnez 1 bois.",
            "Immer wenn ein anderer Spieler baut, erhältst du 1 Holz.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: gathered, limit: { times: 1, per: turn }, do: [{ gain: { fish: 2 } }] }",
        [
            "The first time you gather in your turn, gain 2 fish.",
            "La première fois que vous récoltez dans votre tour, gagnez 2 poissons.",
            "Wenn du das erste Mal in deinem Zug sammelst, erhältst du 2 Fisch.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ offer: main, label: swap, do: [{ pay: { fish: 2 } }, { gain: { wood: 3 } }] }",
        [
            "Pay 2 fish, then gain 3 wood.",
            "Payez 2 poissons, puis gagnez 3 bois.",
            "Zahle 2 Fisch, dann erhältst du 3 Holz.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: gathered, do: [{ gain: { wood: 1 } }] }",
        [
            "Whenever you gather fish, gain 1 wood.",
            "Chaque fois que vous récoltez du poisson, gagnez 1 bois.",
            "Immer wenn du Fisch sammelst, erhältst du 1 Holz.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: gathered, do: [{ gain: { wood: 1 } }] }",
        [
            "Cost: 2 wood, 1 fish. If you gather, gain 1 wood.",
            "Coût : 2 bois, 1 poisson. Si vous récoltez, gagnez 1 bois.",
            "Kosten: 2 Holz, 1 Fisch. Falls du sammelst, erhältst du 1 Holz.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: gathered, if: \"me.fish > 0\", do: [{ gain: { wood: 1 } }] }",
        [
            "If you have fish, gain 1 wood when you gather.",
            "Si vous avez du poisson, gagnez 1 bois quand vous récoltez.",
            "Hast du Fisch, so erhältst du beim Sammeln 1 Holz.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: gathered, if: \"me.fish > 0\", do: [{ gain: { wood: 1 } }] }",
        [
            "If you build, keep the receipt: whenever you gather, gain 1 wood.",
            "Si vous construisez, gardez le reçu : chaque fois que vous récoltez, gagnez 1 bois.",
            "Falls du baust, behalte die Quittung: Immer wenn du sammelst, erhältst du 1 Holz.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ offer: main, label: rest, if: \"me.fish == 0\", do: [{ gain: { fish: 1 } }] }",
        [
            "At the end of your turn, gain 1 fish if you have none.",
            "À la fin de votre tour, gagnez 1 poisson si vous n'en avez pas.",
            "Am Ende deines Zuges erhältst du 1 Fisch, wenn du keinen hast.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: gained vp, do: [{ gain: { wood: 2 } }] }",
        [
            "Whenever you gain points, gain 2 wood, but no fish.",
            "Chaque fois que vous gagnez des points, gagnez 2 bois, mais aucun poisson.",
            "Immer wenn du Punkte erhältst, erhältst du 2 Holz, aber keinen Fisch.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ offer: main, label: sell, again: true, limit: { times: 2, per: turn }, do: [{ pay: { wood: 1 } }, { gain: { vp: 1 } }] }",
        [
            "Twice per turn, pay 1 wood for 1 victory point.",
            "Deux fois par tour, payez 1 bois pour 1 point de victoire.",
            "Zweimal pro Zug: Zahle 1 Holz für 1 Siegpunkt.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: built, do: [{ choose: { ask: \"which?\", options: { wood: [{ gain: { wood: 2 } }], fish: [{ gain: { fish: 2 } }] } } }] }",
        [
            "Gain 2 wood or 2 fish whenever you build.",
            "Gagnez 2 bois ou 2 poissons chaque fois que vous construisez.",
            "Erhalte 2 Holz oder 2 Fisch, immer wenn du baust.",
        ],
    ),
    (
        "{ wood: 2, fish: 1 }",
        "{ when: gathered, do: [{ gain: { fish: 1 } }] }",
        [
            "Fish feeds the whole village: whenever you gather, gain 1 fish.",
            "Le poisson nourrit tout le village : chaque fois que vous récoltez, gagnez 1 poisson.",
            "Fisch macht satt: Immer wenn du sammelst, erhältst du 1 Fisch.",
        ],
    ),
];
