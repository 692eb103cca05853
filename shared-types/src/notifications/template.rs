//! Texts with placeholders in braces: `Hello {client}!`. The server renders them; the SPA uses the same code for
//! previews.

use crate::fields::Rule;
use std::fmt::Write as _;

closed_set! {
    /// A placeholder.
    pub enum TemplateField {
        /// The client's name.
        Client = "client",
        /// The client's code.
        Code = "code",
        /// The agent's name.
        Agent = "agent",
        /// The client's balance in rubles.
        BalanceRub = "balance_rub",
        /// The client's balance in yuan.
        BalanceCny = "balance_cny",
    }
}

/// The placeholder of a value that the reader may not see.
const HIDDEN: &str = "•••";

/// The values of the placeholders for one client.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TemplateValues {
    /// The client's name.
    pub client: String,
    /// The client's code.
    pub code: String,
    /// The agent's name.
    pub agent: String,
    /// The client's balance in rubles, formatted.
    pub balance_rub: String,
    /// The client's balance in yuan, formatted.
    pub balance_cny: String,
}

impl TemplateValues {
    /// The values for a person who may not see balances.
    #[must_use]
    pub fn without_sums(&self) -> Self {
        Self {
            balance_rub: HIDDEN.to_owned(),
            balance_cny: HIDDEN.to_owned(),
            ..self.clone()
        }
    }

    fn value(&self, field: TemplateField) -> &str {
        match field {
            TemplateField::Client => &self.client,
            TemplateField::Code => &self.code,
            TemplateField::Agent => &self.agent,
            TemplateField::BalanceRub => &self.balance_rub,
            TemplateField::BalanceCny => &self.balance_cny,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    Field(TemplateField),
}

/// A parsed text with placeholders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Template(Vec<Part>);

impl Template {
    /// Parses a text. An unknown placeholder is an error; otherwise it would be sent to people literally.
    pub fn parse(text: &str) -> Result<Self, Rule> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) = after.split_once('}').ok_or(Rule::UnknownValue)?;
            let field = TemplateField::ALL
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

    /// Whether the text contains a balance.
    pub fn names_balances(&self) -> bool {
        let is_balance =
            |part: &Part| matches!(part, Part::Field(TemplateField::BalanceRub | TemplateField::BalanceCny));
        self.0.iter().any(is_balance)
    }

    /// Replaces the placeholders by their values. Values are not parsed again.
    pub fn render(&self, fields: &TemplateValues) -> String {
        self.0.iter().fold(String::new(), |mut text, part| {
            let _ = match part {
                Part::Text(part) => text.write_str(part),
                Part::Field(field) => text.write_str(fields.value(*field)),
            };
            text
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn fields() -> TemplateValues {
        TemplateValues {
            client: "{code} 李".to_owned(),
            code: "K101".to_owned(),
            ..TemplateValues::default()
        }
    }

    #[test]
    fn placeholders_are_replaced_once() {
        let template = Template::parse("{client}, {code}: { code }!").expect("known placeholders");
        assert_eq!(template.render(&fields()), "{code} 李, K101: K101!");
    }

    #[test]
    fn unknown_or_unclosed_placeholder_is_rejected() {
        for text in ["{name}", "{", "a {client", "{{client}}", "{}"] {
            assert_eq!(Template::parse(text), Err(Rule::UnknownValue), "{text}");
        }
    }

    proptest! {
        #![proptest_config(test_seed::proptest_config(256))]
        #[test]
        fn text_without_braces_is_unchanged(text in "[^{}]*") {
            prop_assert_eq!(Template::parse(&text).expect("no placeholders").render(&fields()), text);
        }
    }
}
