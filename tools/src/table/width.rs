//! Text on a terminal: its width, padding, line breaks.

pub use boardwright_syntax::visible::blanks;
use unicode_width::UnicodeWidthStr;

/// The width of a text in columns.
pub fn len(text: &str) -> usize {
    text.width()
}

/// Pads a text with spaces on the right.
pub fn pad(text: &str, width: usize) -> String {
    format!("{text}{}", blanks(width.saturating_sub(len(text))))
}

/// Pads a text with spaces on the left.
pub fn pad_left(text: &str, width: usize) -> String {
    format!("{}{text}", blanks(width.saturating_sub(len(text))))
}

/// Centres a text in a width.
pub fn centred(text: &str, width: usize) -> String {
    let left = width.saturating_sub(len(text)) / 2;
    pad(&format!("{}{text}", blanks(left)), width)
}

/// Lines of at most `width` columns, broken between words. The first line starts at `used`.
pub fn lines(text: &str, used: usize, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut at = used;
    for word in text.split_whitespace() {
        let Some(line) = lines.last_mut() else { break };
        let gap = usize::from(!line.is_empty());
        if at + gap + len(word) > width && at > 0 {
            lines.push(word.to_owned());
            at = len(word);
        } else {
            line.push_str(if gap == 1 { " " } else { "" });
            line.push_str(word);
            at += gap + len(word);
        }
    }
    lines
}

/// Parts joined by two spaces, broken between parts into lines of at most `width` columns. A part
/// longer than a line is broken between words.
pub fn flowed(parts: &[String], width: usize) -> Vec<String> {
    let mut rows: Vec<String> = vec![];
    for part in parts {
        match rows.last_mut() {
            Some(row) if len(row) + 2 + len(part) <= width => {
                row.push_str("  ");
                row.push_str(part);
            }
            _ if len(part) <= width => rows.push(part.clone()),
            _ => {
                // Further lines are indented by two columns.
                let mut broken = lines(part, 0, width.saturating_sub(2)).into_iter();
                rows.extend(broken.next());
                rows.extend(broken.map(|line| format!("  {line}")));
            }
        }
    }
    rows
}

/// Parts of similar length in columns, as many side by side as fit.
pub fn columns(parts: &[String], width: usize) -> Vec<String> {
    let widest = parts.iter().map(|part| len(part)).max().unwrap_or(0);
    let side_by_side = ((width + 2) / (widest + 2)).max(1);
    if side_by_side == 1 {
        return flowed_each(parts, width);
    }
    let row = |row: &[String]| {
        let cells: Vec<String> = row.iter().map(|part| pad(part, widest)).collect();
        cells.join("  ").trim_end().to_owned()
    };
    parts.chunks(side_by_side).map(row).collect()
}

fn flowed_each(parts: &[String], width: usize) -> Vec<String> {
    parts.iter().flat_map(|part| flowed(std::slice::from_ref(part), width)).collect()
}

/// Cuts a text to a width, with dots for the missing part.
pub fn cut(text: &str, width: usize) -> String {
    if len(text) <= width {
        return text.to_owned();
    }
    let mut kept = String::new();
    for char in text.chars() {
        kept.push(char);
        if len(&kept) + 3 > width {
            kept.pop();
            break;
        }
    }
    format!("{}...", kept.trim_end())
}

/// How many terminal rows a text takes; colour codes do not count.
pub fn rows(text: &str, columns: usize) -> usize {
    text.lines().map(|line| len(&plain(line)).div_ceil(columns.max(1)).max(1)).sum()
}

/// The text without colour codes.
pub fn plain(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + part.split_once('m').map_or(part, |(_, rest)| rest))
}

#[cfg(test)]
mod tests {
    use super::{flowed, len};

    #[test]
    fn no_line_is_wider_than_the_room() {
        let long = ["a card with many words on it, none of them short enough".to_owned()];
        for width in 12..60 {
            for line in flowed(&long, width) {
                assert!(len(&line) <= width, "{line:?} at {width}");
            }
        }
    }
}
