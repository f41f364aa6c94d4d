use crate::golden::{Which, transcript};
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
