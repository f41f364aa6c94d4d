use super::*;

#[test]
fn the_seat_comes_last_and_is_left_out_where_it_is_me() {
    let old = "\
values:
  lead: \"holding(mark, me, about) + sum(port, holding(mark, p2, it))\"
  far: >-
    holding(mark, first(seats(), it.wood > 1),
    first(port, holding(mark, me, it) > 0)) - withholding(a, b, c)
hints: { text: \"holding(on)\" }
";
    insta::assert_snapshot!(run(old, Sort::Rules, &PackDeclarations::default()).text, @r#"
    values:
      lead: "held(mark, about) + sum(port, held(mark, it, p2))"
      far: >-
        held(mark, first(port, held(mark, it) > 0), first(seats(), it.wood > 1)) - withholding(a, b, c)
    hints: { text: "holding(on)" }
    "#);
    let script = "return view:holding(\"mark\", seat, space) + holding('a, b', me, f(x, y))\n";
    insta::assert_snapshot!(run(script, Sort::Script, &PackDeclarations::default()).text, @r#"
    return view:held("mark", space, seat) + held('a, b', f(x, y))
    "#);
}
