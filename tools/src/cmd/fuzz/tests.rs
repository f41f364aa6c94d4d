use crate::Exit;
use crate::testing::Place;

#[test]
fn the_same_seed_compares_the_same() {
    let place = Place::new();
    let one = place.run("fuzz --packs 12 --seed 5 --threads 1");
    let two = place.run("fuzz --packs 12 --seed 5 --threads 2");
    assert_eq!(one.exit, Exit::Fine, "{}{}", one.out, one.err);
    assert_eq!(one.out, two.out);
    assert!(one.out.starts_with("12 packs and "), "{}", one.out);
    assert!(one.out.ends_with("no difference\n"), "{}", one.out);
}

#[test]
fn no_packs_are_no_run() {
    let ran = Place::new().run("fuzz --packs 0");
    assert_eq!(ran.exit, Exit::CouldNotRun);
    assert!(ran.err.contains("`--packs` is 0"), "{}", ran.err);
}
