//! The shared library, function by function.

use super::tests::outcome;

fn list(body: &str) -> String {
    outcome(&format!("local list = require('std/list')\n{body}"))
}

fn sets(body: &str) -> String {
    outcome(&format!("local sets = require('std/sets')\n{body}"))
}

#[test]
fn list_helpers() {
    let told = list(
        "local odd = function(n) return n % 2 == 1 end
         local n = { 3, 1, 2, 3 }
         local best, most = list.max_by(n, function(x) return x end)
         local least = list.min_by(n, function(x) return x end)
         local keys, counts = list.count_by(n, odd)
         return {
            list.map(n, function(x) return x * 2 end), list.filter(n, odd),
            { list.count(n), list.count(n, odd) }, { list.sum(n), list.sum(n, function() return 1 end) },
            { list.any(n, odd), list.all(n, odd), list.any({}, odd), list.all({}, odd) },
            { list.first(n, odd), list.has(n, 2), list.has(n, 5) },
            { best, most, least }, list.distinct(n),
            keys, { counts[true], counts[false] },
            list.sort_by(n, function(x) return -x end), list.concat({ { 1 }, {}, { 2, 3 } }),
            list.range(2, 4), list.take(n, 2), list.take(n, 9), n,
         }",
    );
    insta::assert_snapshot!(told.replace("], ", "],\n"), @"
    done [[6, 2, 4, 6],
    [3, 1, 3],
    [4, 3],
    [9, 4],
    [true, false, false, true],
    [3, true, false],
    [3, 3, 1],
    [3, 1, 2],
    [true, false],
    [3, 1],
    [3, 3, 2, 1],
    [1, 2, 3],
    [2, 3, 4],
    [3, 1],
    [3, 1, 2, 3],
    [3, 1, 2, 3]]
    ");
}

#[test]
fn list_of_nothing_has_no_best() {
    insta::assert_snapshot!(list("return list.max_by({}, function(x) return x end)"), @"done nil");
}

#[test]
fn set_helpers() {
    let told = sets(
        "local a, b = { 'oak', 'ash', 'oak' }, { 'elm', 'ash' }
         return {
            sets.union(a, b), sets.intersection(a, b), sets.difference(a, b),
            { sets.is_subset({ 'ash' }, b), sets.is_subset(a, b), sets.equal({ 1, 2 }, { 2, 1, 1 }) },
            { sets.complete({ 'a', 'b', 'a', 'b', 'a' }, { 'a', 'b' }), sets.complete({}, { 'a' }), sets.complete({}, {}) },
         }",
    );
    insta::assert_snapshot!(told, @r#"done [["oak", "ash", "elm"], ["ash"], ["oak"], [true, false, true], [2, 0, 0]]"#);
}
