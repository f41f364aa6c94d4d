//! Lays out facts in rows of text, as many to a row as fit.

/// The start of a row.
const INDENT: &str = "  ";
/// The start of a continuation row.
const DEEPER: &str = "    ";

/// Puts facts into indented rows of at most `width` characters. A longer fact is broken between
/// words.
pub fn rows(facts: &[&str], width: usize) -> Vec<String> {
    let mut rows: Vec<String> = vec![];
    let mut row = String::new();
    for fact in facts {
        let len = fact.chars().count();
        let used = row.chars().count();
        if !row.is_empty() && used + len + 3 <= width {
            row.push_str(" · ");
            row.push_str(fact);
            continue;
        }
        rows.extend(Some(std::mem::take(&mut row)).filter(|row| !row.is_empty()));
        row = format!("{INDENT}{fact}");
        while let Some(at) = break_at(&row, width) {
            let rest = row.split_off(at);
            rows.push(std::mem::replace(&mut row, format!("{DEEPER}{}", rest.trim_start())));
        }
    }
    rows.extend(Some(row).filter(|row| !row.is_empty()));
    rows
}

/// The last space at which an overlong row can be broken.
fn break_at(row: &str, width: usize) -> Option<usize> {
    let (end, _) = row.char_indices().nth(width)?;
    let start = row.len() - row.trim_start().len();
    let (head, rest) = row.split_at_checked(end)?;
    let last = if rest.starts_with(' ') { Some(end) } else { head.rfind(' ') };
    last.filter(|at| *at > start).or_else(|| rest.find(' ').map(|at| at + end))
}

#[cfg(test)]
mod tests {
    use super::rows;

    #[test]
    fn facts_share_a_row_as_far_as_they_fit() {
        let facts = ["one two", "three", "four five six seven eight", "nine"];
        assert_eq!(
            rows(&facts, 20),
            ["  one two · three", "  four five six", "    seven eight", "  nine"]
        );
        assert_eq!(rows(&["unbreakable-all-in-one-word"], 10), ["  unbreakable-all-in-one-word"]);
        assert_eq!(rows(&[], 10), Vec::<String>::new());
    }
}
