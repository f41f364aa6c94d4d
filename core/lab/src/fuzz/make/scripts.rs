//! Scripts: they compute a number, ask questions, return steps.

use super::super::tree::{Tree, map};
use super::{Make, Scope, Type};

/// A function of `scripts/help.luau`.
#[derive(Clone, Debug)]
pub(super) struct Function {
    pub text: String,
}

impl Make {
    /// A step that runs a new script, or one made earlier.
    pub(super) fn script_step(&mut self, scope: &mut Scope) -> Tree {
        let name = self.name("do");
        let zone = self.one_of(&if self.has.hand {
            vec!["me.yard", "me.hand", "pit"]
        } else {
            vec!["me.yard", "pit"]
        });
        let (wood, fish) = if self.chance(50) { ("wood", "fish") } else { ("gold", "wood") };
        let n = self.number(1, 2);
        let form = self.below(11);
        let (head, body) = match form {
            0 => (
                ", with: { n: number }): number",
                format!("  return math.max(0, with.n + view.me.{wood} - {n})\n"),
            ),
            1 => (
                "): Steps",
                format!(
                    "  local good = ask({{ pick = {{ \"{wood}\", \"{fish}\" }}, label = \"which good?\" }})\n  \
                     return {{ {{ lose = {{ [good] = {n} }} }}, {{ gain = {{ vp = 1 }} }} }}\n"
                ),
            ),
            2 => (
                "): Steps",
                format!(
                    "  local n = ask({{ amount = {{ from = 0, to = {n} }}, label = \"how many?\" }})\n  \
                     return {{ {{ lose = {{ {wood} = n }} }}, {{ gain = {{ {fish} = n }} }} }}\n"
                ),
            ),
            3 => (
                "): Steps",
                format!(
                    "  if #view.{zone} == 0 then\n    return {{}}\n  end\n  \
                     local tile = ask({{ pick = view.{zone}, label = \"which tile?\" }})\n  \
                     return {{ {{ move = {{ what = tile, to = \"waste\" }} }}, {{ gain = {{ {wood} = 1 }} }} }}\n"
                ),
            ),
            4 => (
                "): Piece?",
                format!(
                    "  if #view.{zone} == 0 then\n    return nil\n  end\n  \
                     return ask({{ pick = view.{zone}, label = \"which tile?\" }})\n"
                ),
            ),
            5 => (
                "): number",
                format!(
                    "  if ask({{ yes_no = \"more?\" }}) then\n    return view.me.{wood}\n  end\n  return {n}\n"
                ),
            ),
            7 => (
                "): Result",
                format!(
                    "  local n = ask({{ amount = {{ from = 0, to = {n} }}, label = \"how many?\" }})\n  \
                     local steps = {{}}\n  if n > 0 then\n    steps = {{ {{ lose = {{ {wood} = n }} }} }}\n  end\n  \
                     return {{ steps = steps, value = {{ n = n, tile = view.{zone}[1] }} }}\n"
                ),
            ),
            8.. => ("): Steps", format!("  return {}\n", self.returned(scope))),
            6 => {
                let call = self.callable(scope);
                let call = call.map_or("{ emit = \"rang\" }".into(), |name| {
                    format!("{{ call = \"{name}\" }}")
                });
                let call = if call.contains("rang") && !self.has.rang {
                    "{ gain = { vp = 1 } }".into()
                } else {
                    call
                };
                (
                    "): Steps",
                    format!(
                        "  if view.me.{wood} > 0 and ask({{ yes_no = \"shall it be?\" }}) then\n    \
                         return {{ {{ gain = {{ {fish} = 1 }} }}, {call} }}\n  end\n  return {{}}\n"
                    ),
                )
            }
        };
        let text = format!("function help.{name}(view: View{head}\n{body}end\n");
        self.scripts.push(Function { text });
        let step = map([("script", format!("help.{name}").into())]);
        match form {
            0 => {
                let number = self.num(scope);
                let bound = self.bind(scope, "num", Type::Number);
                step.with("with", map([("n", number.into())])).with("as", bound)
            }
            4 => {
                let bound = self.bind(scope, "tile", Type::Tile);
                step.with("returns", "piece/tile?").with("as", bound)
            }
            5 => {
                let bound = self.bind(scope, "num", Type::Number);
                step.with("as", bound)
            }
            7 => {
                let bound = self.name("both");
                scope.bindings.push((format!("{bound}.n"), Type::Number));
                scope.bindings.push((format!("{bound}.tile"), Type::Tile));
                let types = map([("n", "number".into()), ("tile", "piece/tile?".into())]);
                step.with("returns", types).with("as", bound)
            }
            _ => step,
        }
    }

    /// Steps that a script returns. They do not see the caller's bindings.
    fn returned(&mut self, scope: &mut Scope) -> String {
        let mut inside = Scope { depth: scope.depth + 1, ..Scope::new(scope.procs, scope.loud) };
        inside.drawn = scope.drawn;
        inside.returned = true;
        let n = self.number(1, 3);
        let steps = self.steps(&mut inside, n as usize);
        scope.drawn |= inside.drawn;
        self.as_luau(&steps)
    }

    /// A tree as a Luau table. Some of its numbers become computations.
    fn as_luau(&mut self, tree: &Tree) -> String {
        match tree {
            Tree::Number(number) if self.chance(50) => format!("0 + {number}"),
            Tree::Number(number) => number.to_string(),
            Tree::Flag(flag) => flag.to_string(),
            Tree::Text(text) => format!("{text:?}"),
            Tree::List(items) => {
                let items: Vec<String> = items.iter().map(|item| self.as_luau(item)).collect();
                format!("{{ {} }}", items.join(", "))
            }
            Tree::Map(entries) => {
                let entries: Vec<String> = entries
                    .iter()
                    .map(|(key, value)| {
                        // The worth of purses must be known before play.
                        let value = match key.as_str() {
                            "with" => self.as_luau(value).replace("0 + ", ""),
                            _ => self.as_luau(value),
                        };
                        format!("[{key:?}] = {value}")
                    })
                    .collect();
                format!("{{ {} }}", entries.join(", "))
            }
        }
    }

    /// A procedure without parameters.
    fn callable(&mut self, scope: &Scope) -> Option<String> {
        let procs = self.procs[..scope.procs.min(self.procs.len())].iter();
        let names: Vec<String> = procs
            .filter(|proc| proc.needs.is_empty() && !proc.draws)
            .map(|proc| proc.name.clone())
            .collect();
        (!names.is_empty()).then(|| self.one_of(&names))
    }
}

/// The file that holds functions.
pub(in crate::fuzz) fn file(functions: &[String]) -> String {
    format!("local help = {{}}\n\n{}\nreturn help\n", functions.join("\n"))
}
