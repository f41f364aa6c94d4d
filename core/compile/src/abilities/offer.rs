//! Options that abilities add to menus, and windows: groups of menus with a name.

use boardwright_rules::id::MenuId;

use crate::Lower;
use crate::plan::{Does, FillPlan};
use crate::refs::declare;
use boardwright_language::shape::{Decode, Name};
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::names as code;
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::Node;

impl Lower<'_> {
    /// Reads which menus each window consists of.
    pub(crate) fn declare_windows(&mut self, root: &Node) {
        for entry in self.section(root, "windows") {
            let (key, span) = (&entry.key, entry.key_span);
            self.check_id(key, span);
            let menus = self.decode_node(&entry.value, |node, cx| {
                cx.under(key, span, |cx| Option::<Vec<Name>>::decode(node, cx))
            });
            let menus = menus.flatten().unwrap_or_default();
            declare(&mut self.names.windows, "window", key, span, menus, &mut self.diags);
        }
    }

    /// Reports windows with unknown menus, and windows with the same name as a menu.
    pub(crate) fn check_windows(&mut self) {
        let windows: Vec<_> = self.names.windows.0.values().cloned().collect();
        for window in windows {
            if let Some(menu) = self.names.menus.0.get(&window.id) {
                let message = format!("`{}` is a window and the key of a `choose` step", window.id);
                let step = self.sources.head(menu.span);
                let diag = Diagnostic::error(code::CLASH, message, window.span, "a window");
                self.diags.push(diag.and(step, "the step").help("rename one of them"));
            }
            for menu in window.what {
                if self.names.menus.get(&menu.text).is_none() {
                    self.unknown_menu(&menu.text, menu.span, false);
                }
            }
        }
    }

    /// Whether the menu is asked again after an option, unless the ability says otherwise. In a
    /// window it is, because the action that the window interrupts still has to go on.
    pub(super) fn asks_again(&self, does: &Does) -> bool {
        let is_window = |name: &Name| self.names.windows.get(&name.text).is_some();
        matches!(does, Does::Offer(names) if names.iter().any(is_window))
    }

    /// Adds offers to their menus, once all menus are complete.
    pub(crate) fn fill_offers(&mut self, plan: &FillPlan) {
        for ability in &plan.abilities {
            let Does::Offer(names) = &ability.does else { continue };
            for menu in self.menus_called(names) {
                if let Some(menu) = self.def.menus.get_mut(menu.index())
                    && !menu.offers.contains(&ability.id)
                {
                    menu.offers.push(ability.id);
                }
            }
        }
    }

    /// The menus with these names, and the menus that share their options.
    fn menus_called(&mut self, names: &[Name]) -> Vec<MenuId> {
        let mut found = vec![];
        for name in names {
            if let Some(menu) = self.names.menus.get(&name.text) {
                found.push(*menu);
            } else if let Some(window) = self.names.windows.get(&name.text) {
                let menus = window.iter().filter_map(|menu| self.names.menus.get(&menu.text));
                found.extend(menus.copied());
            } else {
                self.unknown_menu(&name.text, name.span, true);
            }
        }
        self.with_shared(found)
    }

    /// Reports a key that no menu has; `or_window` if the name of a window is also allowed.
    pub(crate) fn unknown_menu(&mut self, name: &str, span: Span, or_window: bool) {
        let message = format!("no `choose` step has the key `{name}`");
        let label = match or_window {
            true => "expected the key of a `choose` step, or a window",
            false => "expected the key of a `choose` step",
        };
        let diag = Diagnostic::error(code::UNKNOWN, message, span, label);
        let windows = self.names.windows.ids().filter(|_| or_window);
        let near_window = boardwright_syntax::diag::similar(name, windows);
        self.diags.push(match boardwright_syntax::diag::similar(name, self.names.menus.ids()) {
            Some(other) => diag.help(format!("a `choose` step has a similar key: `{other}`")),
            None => match near_window {
                Some(other) => diag.help(format!("a window has a similar name: `{other}`")),
                None => diag.help(format!("add `key: {name}` beside `choose`")),
            },
        });
    }
}
