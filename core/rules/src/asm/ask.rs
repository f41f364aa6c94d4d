//! Questions, sentences and costs.

use super::Sort;
use super::read::{Read, Reader};
use super::words::{Tok, token_text};
use super::write::Writer;
use crate::def::ask::{
    Branch, Bundle, Class, CostDef, Holder, MenuDef, NoteDef, NotePart, PickDef, Purse, SecretDef,
    Several, Term,
};
use crate::id::{MenuId, NoteId, PickId, SecretId};

impl Reader<'_> {
    /// A sentence; each `{}` in it is a gap, and its values follow after `with`.
    pub fn note(&mut self) -> Read<NoteId> {
        let text = self.text()?;
        let mut parts = vec![];
        for (at, words) in text.split("{}").enumerate() {
            if at > 0 {
                if at == 1 && !self.takes_word("with") {
                    return self.wrong("a text with a gap needs `with`");
                } else if at > 1 {
                    self.sign("&")?;
                }
                let expr = self.expr()?;
                parts.push(NotePart::Gap(expr, self.class()?));
            }
            if !words.is_empty() {
                parts.push(NotePart::Text(words.into()));
            }
        }
        self.program.def.notes.push(NoteDef { parts });
        Ok(NoteId::from(self.program.def.notes.len() - 1))
    }

    fn class(&mut self) -> Read<Class> {
        if !self.takes_word("as") {
            return self.wrong(format!("expected `as`, found {}", token_text(self.peek())));
        }
        self.class_name()
    }

    fn class_name(&mut self) -> Read<Class> {
        Ok(match self.word()?.as_str() {
            "number" => Class::Number,
            "truth" => Class::Truth,
            "seat" => Class::Seat,
            "piece" => Class::Piece,
            "space" => Class::Space,
            "place" => Class::Place,
            "entry" => Class::Entry,
            "counter" => Class::Counter,
            "word" => Class::Word(self.count()?),
            "cost" => Class::Cost(self.attr()?, self.bearer()?),
            "list" => {
                let of = self.class_name()?;
                let classes = &mut self.program.def.list_classes;
                classes.push(of);
                Class::List((classes.len() - 1) as u16)
            }
            other => return self.wrong(format!("there is no class `{other}`")),
        })
    }

    /// A menu: its question, where it continues after an offer, and its branches.
    pub fn menu(&mut self) -> Read<MenuId> {
        let note = self.note()?;
        self.sign(",")?;
        let end = self.pc()?;
        let unasked = if self.takes_word("unasked") { Some(self.count()?) } else { None };
        let mut offers = vec![];
        if self.takes_word("offers") {
            while !self.is_at_end() && !matches!(self.peek(), Some(Tok::Sign("|"))) {
                offers.push(self.known(Sort::Ability)?.into());
            }
        }
        let mut branches = vec![];
        while self.takes("|") {
            let (label, body) = (self.text()?, self.pc()?);
            let again = self.takes_word("again");
            let when = if self.takes_word("when") { Some(self.expr()?) } else { None };
            let hidden = if self.takes_word("hidden") { Some(self.expr()?) } else { None };
            let unless = if self.takes_word("reason") { Some(self.note()?) } else { None };
            let name = String::new();
            branches.push(Branch { label, name, when, hidden, unless, body, again });
        }
        self.program.def.menus.push(MenuDef { note, branches, offers, end, unasked });
        Ok(MenuId::from(self.program.def.menus.len() - 1))
    }

    /// A question that picks things.
    pub fn pick(&mut self) -> Read<PickId> {
        let slot = self.slot()?;
        self.sign(",")?;
        let note = self.note()?;
        self.sign(",")?;
        let (set, class) = (self.set()?, self.class()?);
        let mut several = None;
        if self.takes_word("several") {
            let min = self.expr()?;
            self.sign("..")?;
            several = Some(Several { min, max: self.expr()? });
        }
        let optional = self.takes_word("optional");
        let reason = if self.takes_word("reason") { Some(self.note()?) } else { None };
        let pick = PickDef { note, set, class, slot, several, optional, reason };
        self.program.def.picks.push(pick);
        Ok(PickId::from(self.program.def.picks.len() - 1))
    }

    pub fn secret(&mut self) -> Read<SecretId> {
        let seats = self.set()?;
        self.sign(",")?;
        let list = self.slot()?;
        self.sign(",")?;
        let pick = self.pick()?;
        self.program.def.secrets.push(SecretDef { seats, pick, list });
        Ok(SecretId::from(self.program.def.secrets.len() - 1))
    }

    /// A price: alternatives separated by `|`, amounts by `&`, purses by `/`.
    pub fn price(&mut self) -> Read<CostDef> {
        let mut bundles = vec![];
        loop {
            let mut terms = vec![];
            loop {
                terms.push(self.term()?);
                if !self.takes("&") {
                    break;
                }
            }
            let when = if self.takes_word("when") { Some(self.expr()?) } else { None };
            bundles.push(Bundle { when, terms });
            if !self.takes("|") {
                return Ok(CostDef { bundles });
            }
        }
    }

    fn term(&mut self) -> Read<Term> {
        let amount = self.expr()?;
        if !self.takes_word("of") {
            return self.wrong(format!("expected `of`, found {}", token_text(self.peek())));
        }
        let mut purses = vec![];
        loop {
            let counter = self.counter()?;
            let holder = if self.takes_word("pieces") {
                Holder::Pieces(self.set()?)
            } else if self.takes_word("table") {
                Holder::Table
            } else {
                Holder::Payer
            };
            let per = if self.takes_word("per") { self.count()? } else { 1 };
            let cap = if self.takes_word("cap") { Some(self.expr()?) } else { None };
            let short = self.takes_word("short");
            purses.push(Purse { counter, holder, per, cap, short });
            if !self.takes("/") {
                return Ok(Term { amount, name: String::new(), purses });
            }
        }
    }
}

impl Writer<'_> {
    pub fn note(&mut self, id: &NoteId) {
        let program = self.program;
        let (mut text, mut gaps) = (String::new(), vec![]);
        for part in &program.def.notes[id.index()].parts {
            match part {
                NotePart::Text(words) => text.push_str(words),
                NotePart::Gap(expr, class) => {
                    text.push_str("{}");
                    gaps.push((*expr, *class));
                }
            }
        }
        self.text(&text);
        for (at, (expr, class)) in gaps.into_iter().enumerate() {
            self.keyword(if at == 0 { "with" } else { "&" });
            self.expr(&expr);
            self.class(class);
        }
    }

    fn class(&mut self, class: Class) {
        self.keyword("as");
        self.class_name(class);
    }

    fn class_name(&mut self, class: Class) {
        match class {
            Class::Number => self.keyword("number"),
            Class::Truth => self.keyword("truth"),
            Class::Seat => self.keyword("seat"),
            Class::Piece => self.keyword("piece"),
            Class::Space => self.keyword("space"),
            Class::Place => self.keyword("place"),
            Class::Entry => self.keyword("entry"),
            Class::Counter => self.keyword("counter"),
            Class::Word(list) => {
                self.keyword("word");
                self.number(&i32::from(list));
            }
            Class::Cost(attr, bearer) => {
                self.keyword("cost");
                self.attr(&attr);
                self.bearer(&bearer);
            }
            Class::List(of) => {
                self.keyword("list");
                self.class_name(self.program.def.list_classes[usize::from(of)]);
            }
        }
    }

    pub fn menu(&mut self, id: &MenuId) {
        let menu = &self.program.def.menus[id.index()];
        self.note(&menu.note);
        self.put(",");
        self.pc(&menu.end);
        if let Some(branch) = menu.unasked {
            self.keyword(&format!("unasked {branch}"));
        }
        if !menu.offers.is_empty() {
            self.keyword("offers");
        }
        for ability in &menu.offers {
            self.known(Sort::Ability, ability.index());
        }
        for branch in &menu.branches {
            self.keyword("|");
            self.text(&branch.label);
            self.pc(&branch.body);
            if branch.again {
                self.keyword("again");
            }
            self.part("when", branch.when);
            self.part("hidden", branch.hidden);
            if let Some(note) = branch.unless {
                self.keyword("reason");
                self.note(&note);
            }
        }
    }

    pub fn pick(&mut self, id: &PickId) {
        let pick = &self.program.def.picks[id.index()];
        self.slot(&pick.slot);
        self.put(",");
        self.note(&pick.note);
        self.put(",");
        self.put(" ");
        self.set(&pick.set);
        self.class(pick.class);
        if let Some(Several { min, max }) = pick.several {
            self.part("several", Some(min));
            self.part("..", Some(max));
        }
        if pick.optional {
            self.keyword("optional");
        }
        if let Some(note) = pick.reason {
            self.keyword("reason");
            self.note(&note);
        }
    }

    pub fn secret(&mut self, id: &SecretId) {
        let secret = &self.program.def.secrets[id.index()];
        self.set(&secret.seats);
        self.put(",");
        self.slot(&secret.list);
        self.put(",");
        self.pick(&secret.pick);
    }

    pub fn price(&mut self, cost: &CostDef) {
        for (at, bundle) in cost.bundles.iter().enumerate() {
            if at > 0 {
                self.keyword("|");
            }
            for (at, term) in bundle.terms.iter().enumerate() {
                if at > 0 {
                    self.keyword("&");
                }
                self.expr(&term.amount);
                self.keyword("of");
                for (at, purse) in term.purses.iter().enumerate() {
                    if at > 0 {
                        self.keyword("/");
                    }
                    self.purse(purse);
                }
            }
            self.part("when", bundle.when);
        }
    }

    fn purse(&mut self, purse: &Purse) {
        self.counter(&purse.counter);
        match purse.holder {
            Holder::Payer => {}
            Holder::Table => self.keyword("table"),
            Holder::Pieces(set) => {
                self.keyword("pieces");
                self.put(" ");
                self.set(&set);
            }
        }
        self.unless_usual("per", purse.per, 1);
        self.part("cap", purse.cap);
        if purse.short {
            self.keyword("short");
        }
    }

    /// A word and an expression, if there is one.
    pub fn part(&mut self, word: &str, expr: Option<u32>) {
        if let Some(expr) = expr {
            self.keyword(word);
            self.expr(&expr);
        }
    }
}
