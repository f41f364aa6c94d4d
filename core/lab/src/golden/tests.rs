use crate::golden::{Golden, Which, transcript};
use boardwright_play::testing::harbour;

#[test]
fn a_game_reads_as_if_told_aloud() {
    let game = harbour(&[]);
    let told = transcript(&game, 3);
    assert_eq!(told, transcript(&game, 3));
    insta::assert_snapshot!(told, @r"
    # harbour 1.0.0, seed 3, 2 players

    option rounds: 2
    option storm: no
      Deck is shuffled · 3 × Inn (cost: 1 Wood; level: 1) go from Deck to Market
      Mill goes from Deck to Hand of p1 · Forge goes from Deck to Hand of p2 · Round is now 1
    p1: what now?  build | trade | learn | chop
    > chop
      p1 gains 2 Wood (now 4)
    p2: what now?  build | trade | learn | chop
    > learn
      p2 moves on Skill from 0 to 1 · Round is now 2
    p1: what now?  build | trade | learn | chop
    > build
    p1: build what?  > inn (nothing else is possible)
      p1 pays 1 Wood (3 left) · Inn goes from Market to Yard of p1
      Mill (cost: 2 Wood; level: 1) goes from Deck to Market
    p2: what now?  build | trade | learn | chop
    > learn
      p2 moves on Skill from 1 to 2 · p2 gains 1 Points (now 1), by Skill · p1 scores 1 for Tiles
      the game is over

    the game is over after 5 choices

            Player 1  Player 2
    Points         0         1
    Tiles          1         0
    total          1         1
    place          1         1
    1. p1: 1 = Tiles 1
    1. p2: 1 = Points 1
    ");
}

#[test]
fn the_name_of_a_file_says_which_game_it_tells() {
    for name in ["2p-seed1.txt", "1p-seed12-size=4.txt", "3p-seed1-all-new=yes,size=4.txt"] {
        let which = Which::parse(name).unwrap_or_else(|| panic!("{name} can be read"));
        assert_eq!(which.file_name(), name);
    }
    let which = Which::parse("3p-seed7-all-new=yes,size=4.txt");
    let options = [("all-new", "yes"), ("size", "4")].map(|(a, b)| (a.to_owned(), b.to_owned()));
    assert_eq!(which, Some(Which { players: 3, seed: 7, options: options.to_vec() }));
    for name in
        ["notes.txt", "2p-seed1.md", "2p-seed1-size.txt", "2p-seed1-size=.txt", "p-seed.txt"]
    {
        assert_eq!(Which::parse(name), None, "{name}");
    }
}

/// A game that is longer than what its file tells.
fn long_game(more: &str) -> Golden {
    let game = "
resources: { vp: { score: true }, wood: { start: 0 }, day: { held_by: table } }
play:
  - repeat:
      times: 60
      do:
        - gain: { day: 1 }
        - each:
            as_seat: all
            do:
              - choose:
                  ask: what?
                  options:
                    wood: [{ gain: { wood: AMOUNT } }]
                    points: [{ gain: { vp: 1 } }]
"
    .replace("AMOUNT", more);
    let game = harbour(&[("game.yaml", &game)]);
    Golden::new(&game, &Which { players: 2, seed: 1, options: vec![] })
}

#[test]
fn a_file_tells_how_a_game_begins_and_notices_how_it_goes_on() {
    let before = long_game("if day > 50 then 1 else 2");
    let file = before.text();
    assert!(file.lines().count() < before.whole().lines().count() / 2, "{file}");
    assert_eq!(before.differs_silently(&file), None);
    let after = long_game("if day > 50 then 3 else 2");
    assert_ne!(file, after.text());
    let (decision, told) = after.differs_silently(&file).expect("it goes differently");
    assert!(decision > 50, "{decision}");
    assert!(told.starts_with("p1: what?  wood | points\n> wood\n  p1 gains 3"), "{told}");
    // What the file tells is compared by reading it.
    assert_eq!(long_game("5").differs_silently(&file), None);
}

#[test]
fn other_tables_are_not_told() {
    let game = harbour(&[]);
    let other = Golden::new(&game, &Which { players: 3, seed: 3, options: vec![] });
    insta::assert_snapshot!(other.text(), @r"
    # harbour 1.0.0, seed 3, 2 players

    option rounds: 2
    option storm: no
      Deck is shuffled · 3 × Inn (cost: 1 Wood; level: 1) go from Deck to Market
      Mill goes from Deck to Hand of p1 · Forge goes from Deck to Hand of p2 · Round is now 1

    5 decisions, a digest each
    6925 5708 b84f 0ea6 3265

    the game is over after 5 choices

            Player 1  Player 2
    Points         0         1
    Tiles          1         0
    total          1         1
    place          1         1
    1. p1: 1 = Tiles 1
    1. p2: 1 = Points 1
    ");
}
