//! Reports ids with two meanings where only one is possible.

use super::Lower;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::names as code;
use boardwright_syntax::source::Span;

impl Lower<'_> {
    /// Reports names that are ambiguous in expressions.
    pub(super) fn clashes(&mut self) {
        let names = &self.names;
        let mut all: Vec<(&str, String, &str, Span)> = vec![];
        macro_rules! add {
            ($($table:ident: $class:literal),*) => {$(
                for (id, declared) in &names.$table.0 {
                    all.push((id, $class.to_owned(), &declared.id, declared.span));
                }
            )*};
        }
        add!(zones: "zone", values: "value", sets: "set", groups: "group of spaces", spaces: "space");
        for (id, declared) in &names.counters.0 {
            let is_track = self.def.counters[declared.what.index()].track.is_some();
            let class = if is_track { "track" } else { "resource" };
            all.push((id, class.to_owned(), &declared.id, declared.span));
        }
        for (id, declared) in &names.entries.0 {
            let kind = self.def.entries[declared.what.index()].kind;
            let class = format!("entry of kind `{}`", self.def.kinds[kind.index()].named.id);
            all.push((id, class, &declared.id, declared.span));
        }
        all.sort_by_key(|(id, _, _, span)| (*id, *span));
        let mut found: Vec<Diagnostic> = vec![];
        for pair in all.windows(2) {
            let [(a, first_class, _, first), (b, class, id, span)] = pair else { continue };
            if a == b {
                found.push(clash(id, (first_class, *first), (class, *span)));
            }
        }
        // Both can follow `held_by`.
        for (id, kind) in &names.kinds.0 {
            if let Some(group) = names.groups.0.get(id) {
                let classes = (("kind", kind.span), ("group of spaces", group.span));
                found.push(clash(&kind.id, classes.0, classes.1));
            }
        }
        self.diags.append(&mut found);
    }
}

fn clash(id: &str, first: (&str, Span), second: (&str, Span)) -> Diagnostic {
    let article = if second.0.starts_with('e') { "an" } else { "a" };
    let message = format!("`{id}` is both a {} and {article} {}", first.0, second.0);
    Diagnostic::error(code::CLASH, message, second.1, format!("as {}", second.0))
        .and(first.1, format!("as {}", first.0))
        .help("rename one of them: an expression could mean either")
}
