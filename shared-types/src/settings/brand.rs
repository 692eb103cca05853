//! The brand of an agent: its appearance at the clients' login and in their cabinet.

use super::{EDIT, VIEW, Versioned, limits};
use crate::{
    access::{Access, Guard},
    endpoint::{Nothing, RawFile},
    fields::FieldErrors,
};

closed_set! {
    /// The colour of buttons, links and marks.
    #[derive(Default)]
    pub enum BrandColor {
        /// The colour of the service itself.
        #[default]
        Teal = "teal",
        Green = "green",
        Blue = "blue",
        Indigo = "indigo",
        Violet = "violet",
        Pink = "pink",
        Orange = "orange",
        Graphite = "graphite",
    }
}

/// The agent as its clients see it.
#[apply(response)]
#[derive(Default)]
pub struct Brand {
    /// Name of the agent.
    pub name: String,
    /// Colour of buttons, links and marks.
    pub color: BrandColor,
    /// Why clients order here, in one sentence. Empty if the agent has not set it.
    pub motto: String,
    /// URL of the logo, at most 320 pixels a side, valid for one hour at most. Absent if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logo: Option<String>,
}

/// The parts of the brand that are not files. The name is one of the main settings.
#[apply(request)]
#[derive(Default)]
pub struct BrandChange {
    /// Colour of buttons, links and marks.
    pub color: BrandColor,
    /// Why clients order here, in one sentence. May be empty.
    pub motto: String,
}

impl BrandChange {
    /// Checks the motto and puts it into one line.
    pub fn validate(self) -> Result<Self, FieldErrors> {
        let mut errors = FieldErrors::default();
        let line = self.motto.split_whitespace().collect::<Vec<_>>().join(" ");
        let motto = errors.text("motto", &line, limits::MOTTO);
        errors.into_result(Self {
            color: self.color,
            motto,
        })
    }
}

crate::endpoints! {
    brand_endpoints:

    [Settings]
    ShowBrandSettings, "show_brand_settings": Get "/agent/settings/brand", VIEW, 200;
    "Returns the agent's name, colour, motto and logo, as clients see them.";
    path = (), query = Nothing, body = Nothing => Versioned<Brand>;

    ChangeBrand, "change_brand": Patch "/agent/settings/brand", EDIT, 200, idempotent = true, versioned = true;
    "Changes the colour and the motto that clients see.";
    path = (), query = Nothing, body = BrandChange => Versioned<Brand>;

    SetBrandLogo, "set_brand_logo": Post "/agent/settings/brand/logo", EDIT, 200, idempotent = true;
    "Sets the logo that clients see. The body is a JPEG, PNG, WebP or GIF; it is re-encoded, and transparent parts become white.";
    path = (), query = Nothing, body = RawFile => Versioned<Brand>;

    RemoveBrandLogo, "remove_brand_logo": Delete "/agent/settings/brand/logo", EDIT, 200, idempotent = true;
    "Removes the logo.";
    path = (), query = Nothing, body = Nothing => Versioned<Brand>;

    ShowBrand, "show_brand": Get "/client/brand", Access::Guard(Guard::Client), 200;
    "Returns the brand of the client's agent.";
    path = (), query = Nothing, body = Nothing => Brand;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_json() {
        for color in BrandColor::ALL {
            assert_eq!(serde_json::to_value(color).expect("JSON"), color.as_str());
            assert_eq!(BrandColor::from_name(color.as_str()), Some(color));
        }
        assert_eq!(BrandColor::from_name("newer"), None);
    }

    #[test]
    fn motto_is_one_line_of_a_limited_length() {
        let change = |motto: &str| BrandChange {
            color: BrandColor::Blue,
            motto: motto.to_owned(),
        };
        let checked = change("  Из Китая\nза 18 дней ").validate().expect("a valid motto");
        assert_eq!(checked.motto, "Из Китая за 18 дней");
        assert_eq!(change(" ").validate().expect("a valid motto").motto, "");
        assert!(change(&"я".repeat(limits::MOTTO)).validate().is_ok());
        assert!(change(&"я".repeat(limits::MOTTO + 1)).validate().is_err());
    }
}
