//! Sentences with gaps: `{me} builds {what}`.

use boardwright_rules::def::ask::{Class, NoteDef, NotePart};
use boardwright_rules::def::expr::{Binary, Expr, ExprId, NIL};
use boardwright_rules::id::NoteId;

use super::expr::{Amounts, Out, class};
use super::printed::prints;
use super::scope::Scope;
use super::step::TABLE_MAX;
use crate::Lower;
use boardwright_language::shape::ExprText;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::step as codes;
use boardwright_syntax::source::Span;

impl Lower<'_> {
    /// A sentence written by an author.
    pub(crate) fn note(&mut self, text: &str, span: Span, scope: &Scope) -> NoteId {
        let told = std::mem::replace(&mut self.nil_is_told, false);
        let parts = self.note_parts(text, span, scope);
        self.nil_is_told = told;
        self.add_note(NoteDef { parts })
    }

    /// A sentence without gaps.
    pub(crate) fn plain_note(&mut self, text: &str) -> NoteId {
        self.add_note(NoteDef { parts: vec![NotePart::Text(text.to_owned())] })
    }

    /// The expressions in the gaps of a note.
    pub(crate) fn gaps(&self, note: NoteId) -> Box<[ExprId]> {
        let parts = self.def.notes.get(note.index()).map(|note| note.parts.as_slice());
        let gaps = parts.unwrap_or_default().iter().filter_map(|part| match part {
            NotePart::Gap(id, _) => Some(*id),
            NotePart::Text(_) => None,
        });
        gaps.collect()
    }

    fn add_note(&mut self, note: NoteDef) -> NoteId {
        let found = match note.parts.as_slice() {
            [NotePart::Text(text)] => self.def.notes.iter().position(
                |other| matches!(other.parts.as_slice(), [NotePart::Text(same)] if same == text),
            ),
            _ => None,
        };
        let last = self.def.notes.len().saturating_sub(1);
        let found = found.or_else(|| (last > TABLE_MAX).then_some(last));
        NoteId::from(found.unwrap_or_else(|| {
            self.def.notes.push(note);
            self.def.notes.len() - 1
        }))
    }

    /// The content of a gap: a value, a printed list, or the cost printed on an object.
    fn gap(&mut self, text: &ExprText, scope: &Scope) -> Option<NotePart> {
        let ast = self.parse(text)?;
        Some(match self.out(&ast, scope, None)? {
            Out::One(id, ty) => NotePart::Gap(id, class(&ty)),
            Out::Amounts(Amounts::Cost(attr, thing, ty) | Amounts::Printed(attr, thing, ty)) => {
                NotePart::Gap(thing, Class::Cost(attr, prints(&ty)))
            }
            Out::List(list, ty) => {
                let (of, classes) = (class(&ty), &mut self.def.list_classes);
                let known = classes.iter().position(|it| *it == of);
                let index = known.unwrap_or_else(|| {
                    classes.push(of);
                    classes.len() - 1
                });
                NotePart::Gap(self.list_or_nil(list), Class::List(index as u16))
            }
            out => return self.mismatch(&ast, &out, None),
        })
    }

    /// Where a printed list starts, or nil if it is asked of nothing: a number that stands for
    /// nothing is 0, where another list may start.
    fn list_or_nil(&mut self, list: ExprId) -> ExprId {
        let (Expr::Attr(_, of) | Expr::EntryAttr(_, of) | Expr::SpaceAttr(_, of)) =
            self.def.exprs[list as usize]
        else {
            return list;
        };
        let (is_nothing, nil) = (self.with_number(Binary::Eq, of, NIL), self.nil());
        self.choice(is_nothing, nil, list)
    }

    fn note_parts(&mut self, text: &str, span: Span, scope: &Scope) -> Vec<NotePart> {
        let mut parts = vec![];
        let mut words = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            let (before, after) = rest.split_at(at);
            words.push_str(before);
            if after.starts_with("{{") || after.starts_with("}}") {
                words.extend(after.chars().next());
                rest = after.get(2..).unwrap_or_default();
                continue;
            }
            let gap = after.strip_prefix('{').and_then(|inside| inside.split_once('}'));
            let Some((inside, behind)) = gap else {
                let start = text.len() - rest.len() + at;
                let place = within(text, span, start, 1);
                let (message, label) = match after.starts_with('{') {
                    true => ("`{` is never closed", "opened here"),
                    false => ("`}` closes nothing", "never opened"),
                };
                let diag = Diagnostic::error(codes::GAP, message, place, label);
                self.diags.push(diag.help("write `{expression}`; a brace itself is `{{` or `}}`"));
                return parts;
            };
            let start = text.len() - rest.len() + at + 1;
            if !words.is_empty() {
                parts.push(NotePart::Text(std::mem::take(&mut words)));
            }
            let place = within(text, span, start, inside.len());
            let expr = ExprText { text: inside.to_owned(), span: place, quoted: false };
            parts.extend(self.gap(&expr, scope));
            rest = behind;
        }
        words.push_str(rest);
        if !words.is_empty() || parts.is_empty() {
            parts.push(NotePart::Text(words));
        }
        parts
    }
}

/// The place of a part of a text, if the source contains the text verbatim.
fn within(text: &str, span: Span, start: usize, len: usize) -> Span {
    let quotes = match span.end.checked_sub(span.start).map(|length| length as usize) {
        Some(length) if length == text.len() => 0,
        Some(length) if length == text.len() + 2 => 1,
        _ => return span,
    };
    let start = span.start + quotes + start as u32;
    Span { file: span.file, start, end: start + len as u32 }
}
