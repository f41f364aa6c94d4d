//! Parses Luau types and converts them to annotations for Lua's language server.

/// A type.
#[derive(Clone, PartialEq, Debug)]
pub enum Type {
    /// A type with a name.
    Name(String),
    /// An optional type.
    Maybe(Box<Type>),
    /// A list.
    List(Box<Type>),
    /// A table from keys to values.
    Map(Box<Type>, Box<Type>),
    /// A table with known fields.
    Record(Vec<(String, Type)>),
    /// Parameters and the result; a parameter may have a name.
    Function(Vec<(String, Type)>, Box<Type>),
    /// Several results.
    Several(Vec<Type>),
}

/// A type written in Luau.
pub fn parse(luau: &str) -> Type {
    let tokens = tokens(luau);
    Parser { tokens: &tokens, at: 0 }.whole()
}

/// The annotation for a type written in Luau.
pub fn annotation(luau: &str) -> String {
    parse(luau).annotation()
}

/// Names and types of a parameter list: `items: { T }, f: (T) -> U`.
pub fn parameters(luau: &str) -> Vec<(String, String)> {
    let tokens = tokens(luau);
    let mut parser = Parser { tokens: &tokens, at: 0 };
    let fields = parser.fields("");
    fields.into_iter().map(|(name, ty)| (name, ty.annotation())).collect()
}

impl Type {
    fn annotation(&self) -> String {
        match self {
            Type::Name(name) if name == "number" => "integer".into(),
            Type::Name(name) => name.clone(),
            Type::Maybe(inner) => match **inner {
                Type::Function(..) => format!("({})?", inner.annotation()),
                _ => format!("{}?", inner.annotation()),
            },
            Type::List(inner) => match **inner {
                Type::Function(..) | Type::Maybe(_) => format!("({})[]", inner.annotation()),
                _ => format!("{}[]", inner.annotation()),
            },
            Type::Map(key, value) => format!("table<{}, {}>", key.annotation(), value.annotation()),
            Type::Record(fields) => {
                let fields: Vec<String> = fields
                    .iter()
                    .map(|(name, ty)| format!("{name}: {}", ty.annotation()))
                    .collect();
                format!("{{ {} }}", fields.join(", "))
            }
            Type::Function(params, gives) => {
                let params: Vec<String> = params
                    .iter()
                    .map(|(name, ty)| format!("{name}: {}", ty.annotation()))
                    .collect();
                format!("fun({}): {}", params.join(", "), gives.annotation())
            }
            Type::Several(all) => all.iter().map(Type::annotation).collect::<Vec<_>>().join(", "),
        }
    }
}

fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = vec![];
    let mut word = String::new();
    for char in text.replace("->", "\u{2192}").chars() {
        if char.is_alphanumeric() || char == '_' {
            word.push(char);
            continue;
        }
        if !word.is_empty() {
            tokens.push(std::mem::take(&mut word));
        }
        if !char.is_whitespace() {
            tokens.push(char.to_string());
        }
    }
    if !word.is_empty() {
        tokens.push(word);
    }
    tokens
}

struct Parser<'t> {
    tokens: &'t [String],
    at: usize,
}

impl Parser<'_> {
    fn peek(&self, ahead: usize) -> &str {
        self.tokens.get(self.at + ahead).map_or("", String::as_str)
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = !token.is_empty() && self.peek(0) == token;
        self.at += usize::from(found);
        found
    }

    fn whole(&mut self) -> Type {
        let mut found = self.single();
        while self.eat("?") {
            found = Type::Maybe(Box::new(found));
        }
        found
    }

    fn single(&mut self) -> Type {
        if self.eat("{") {
            return self.table();
        }
        if self.eat("(") {
            let inner = self.fields(")");
            if self.eat("\u{2192}") {
                return Type::Function(inner, Box::new(self.whole()));
            }
            let mut types: Vec<Type> = inner.into_iter().map(|(_, ty)| ty).collect();
            return match types.len() {
                1 => types.remove(0),
                _ => Type::Several(types),
            };
        }
        let name = self.peek(0).to_owned();
        self.at += 1;
        Type::Name(name)
    }

    /// The contents of braces.
    fn table(&mut self) -> Type {
        if self.eat("[") {
            let key = self.whole();
            self.eat("]");
            self.eat(":");
            let value = self.whole();
            self.eat("}");
            return Type::Map(Box::new(key), Box::new(value));
        }
        if self.peek(1) == ":" {
            return Type::Record(self.fields("}"));
        }
        let item = self.whole();
        self.eat("}");
        Type::List(Box::new(item))
    }

    /// Reads `name: type` or bare types, up to the end.
    fn fields(&mut self, end: &str) -> Vec<(String, Type)> {
        let mut fields = vec![];
        while self.at < self.tokens.len() && !self.eat(end) {
            let mut name = match fields.len() {
                0 => "item".to_owned(),
                n => format!("item{}", n + 1),
            };
            if self.peek(1) == ":" {
                self.peek(0).clone_into(&mut name);
                self.at += 2;
            }
            fields.push((name, self.whole()));
            self.eat(",");
        }
        fields
    }
}
