use crate::game::tests::harbour;
use crate::golden::transcript;

#[test]
fn a_game_reads_as_if_told_aloud() {
    let game = harbour(&[]);
    let told = transcript(&game, 3);
    assert_eq!(told, transcript(&game, 3));
    insta::assert_snapshot!(told, @"");
}
