//! Texts with placeholders in braces: `Hello {client}!`. The server renders them; the SPA uses the same code for
//! previews.

use crate::fields::Rule;

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

/// The placeholders of a kind of text.
pub trait Placeholder: Copy {
    /// The placeholder with this name.
    fn by_name(name: &str) -> Option<Self>;
}

impl Placeholder for TemplateField {
    fn by_name(name: &str) -> Option<Self> {
        Self::from_name(name)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part<F> {
    Text(String),
    Field(F),
}

/// A parsed text with placeholders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template<F = TemplateField>(Vec<Part<F>>);

impl<F> Default for Template<F> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<F: Placeholder> Template<F> {
    /// Parses a text. An unknown placeholder is an error; otherwise it would be sent to people literally.
    pub fn parse(text: &str) -> Result<Self, Rule> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) = after.split_once('}').ok_or(Rule::UnknownValue)?;
            let field = F::by_name(name.trim()).ok_or(Rule::UnknownValue)?;
            parts.push(Part::Text(before.to_owned()));
            parts.push(Part::Field(field));
            rest = after;
        }
        parts.push(Part::Text(rest.to_owned()));
        Ok(Self(parts))
    }

    /// Whether the text has a placeholder that fulfils a condition.
    pub fn has_field(&self, condition: impl Fn(F) -> bool) -> bool {
        let fulfils = |part: &Part<F>| matches!(part, Part::Field(field) if condition(*field));
        self.0.iter().any(fulfils)
    }

    /// Replaces the placeholders by their values. Values are not parsed again.
    pub fn fill<'a>(&self, value: impl Fn(F) -> &'a str) -> String {
        let parts = self.0.iter().map(|part| match part {
            Part::Text(text) => text,
            Part::Field(field) => value(*field),
        });
        parts.collect()
    }
}

impl Template {
    /// Whether the text contains a balance.
    pub fn names_balances(&self) -> bool {
        self.has_field(|field| matches!(field, TemplateField::BalanceRub | TemplateField::BalanceCny))
    }

    /// The text for one client.
    pub fn render(&self, fields: &TemplateValues) -> String {
        self.fill(|field| fields.value(field))
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
            assert_eq!(<Template>::parse(text), Err(Rule::UnknownValue), "{text}");
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
