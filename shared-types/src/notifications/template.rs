//! Texts with fields in braces: `Hello {client}!`. The server fills them in, the SPA previews them by the same code.

use crate::fields::Rule;
use std::fmt::Write as _;

/// What can be filled into a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The client's name.
    Client,
    /// The client's code.
    Code,
    /// The agent's name.
    Agent,
    /// The client's balance in rubles.
    BalanceRub,
    /// The client's balance in yuan.
    BalanceCny,
}

impl Field {
    /// Every field.
    pub const ALL: [Self; 5] = [
        Self::Client,
        Self::Code,
        Self::Agent,
        Self::BalanceRub,
        Self::BalanceCny,
    ];

    /// The name between the braces.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Client => "client",
            Self::Code => "code",
            Self::Agent => "agent",
            Self::BalanceRub => "balance_rub",
            Self::BalanceCny => "balance_cny",
        }
    }
}

/// The values of the fields for one client.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields {
    /// The client's name.
    pub client: String,
    /// The client's code.
    pub code: String,
    /// The agent's name.
    pub agent: String,
    /// The client's balance in rubles, as shown.
    pub balance_rub: String,
    /// The client's balance in yuan, as shown.
    pub balance_cny: String,
}

impl Fields {
    fn of(&self, field: Field) -> &str {
        match field {
            Field::Client => &self.client,
            Field::Code => &self.code,
            Field::Agent => &self.agent,
            Field::BalanceRub => &self.balance_rub,
            Field::BalanceCny => &self.balance_cny,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    Field(Field),
}

/// A text with fields, read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Template(Vec<Part>);

impl Template {
    /// Reads a text; a field that nobody knows is a fault, for it would be sent to people as it stands.
    pub fn parse(text: &str) -> Result<Self, Rule> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) = after.split_once('}').ok_or(Rule::UnknownValue)?;
            let field = Field::ALL
                .into_iter()
                .find(|field| field.as_str() == name.trim())
                .ok_or(Rule::UnknownValue)?;
            parts.push(Part::Text(before.to_owned()));
            parts.push(Part::Field(field));
            rest = after;
        }
        parts.push(Part::Text(rest.to_owned()));
        Ok(Self(parts))
    }

    /// The text with the values in place of its fields; a value is never read as a text with fields.
    pub fn fill(&self, fields: &Fields) -> String {
        self.0.iter().fold(String::new(), |mut text, part| {
            let _ = match part {
                Part::Text(part) => text.write_str(part),
                Part::Field(field) => text.write_str(fields.of(*field)),
            };
            text
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn fields() -> Fields {
        Fields {
            client: "{code} 李".to_owned(),
            code: "K101".to_owned(),
            ..Fields::default()
        }
    }

    #[test]
    fn fields_are_filled_in_once() {
        let template = Template::parse("{client}, {code}: { code }!").expect("known fields");
        assert_eq!(template.fill(&fields()), "{code} 李, K101: K101!");
    }

    #[test]
    fn an_unknown_or_open_field_is_a_fault() {
        for text in ["{name}", "{", "a {client", "{{client}}", "{}"] {
            assert_eq!(Template::parse(text), Err(Rule::UnknownValue), "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_text_without_braces_is_left_alone(text in "[^{}]*") {
            prop_assert_eq!(Template::parse(&text).expect("no fields").fill(&fields()), text);
        }
    }
}
