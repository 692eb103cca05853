//! The colours of brands in the style sheets: every scale is readable in both themes.

#![expect(clippy::float_arithmetic, reason = "contrast of colours, not money")]

use super::file_text;
use shared_types::settings::BrandColor;
use std::{collections::BTreeMap, path::Path};

/// The lowest contrast of text with its ground, by WCAG AA.
const CONTRAST: f64 = 4.5;

/// Pairs of foreground and background: names of tokens.
const PAIRS: [(&str, &str); 12] = [
    ("on-accent", "accent"),
    ("on-accent", "accent-strong"),
    ("accent", "card"),
    ("accent", "ground"),
    ("accent", "soft"),
    ("accent", "hover"),
    ("accent-strong", "card"),
    ("accent-strong", "ground"),
    ("accent-strong", "soft"),
    ("accent-strong", "hover"),
    ("text", "soft"),
    ("muted", "soft"),
];

/// The tokens of a rule with their values.
fn tokens<'a>(sheet: &'a str, selector: &str) -> BTreeMap<&'a str, &'a str> {
    let (_, rule) = sheet
        .split_once(&format!("\n{selector} {{"))
        .unwrap_or_else(|| panic!("the style sheet has no rule for {selector}"));
    let (body, _) = rule.split_once('}').expect("the end of the rule");
    let declarations = body.split(';').filter_map(|declaration| {
        let (name, value) = declaration.lines().last()?.trim().strip_prefix("--")?.split_once(':')?;
        Some((name.trim(), value.trim()))
    });
    declarations.collect()
}

/// The value of a token in both themes.
fn resolve(tokens: &BTreeMap<&str, &str>, name: &str) -> [String; 2] {
    let value = tokens[name];
    if let Some(other) = value.strip_prefix("var(--") {
        return resolve(tokens, other.trim_end_matches(')'));
    }
    let themes = value
        .strip_prefix("light-dark(")
        .and_then(|value| value.strip_suffix(')'))
        .and_then(|value| value.split_once(", "))
        .unwrap_or_else(|| panic!("--{name} is not a colour of both themes: {value}"));
    [themes.0.to_owned(), themes.1.to_owned()]
}

/// The relative luminance of a colour by WCAG.
fn luminance(color: &str) -> f64 {
    let channel = |from: usize| {
        let value = u8::from_str_radix(&color[from..from + 2], 16).expect("a hexadecimal colour");
        let share = f64::from(value) / 255.0;
        if share <= 0.040_45 {
            share / 12.92
        } else {
            ((share + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126f64.mul_add(channel(1), 0.7152f64.mul_add(channel(3), 0.0722 * channel(5)))
}

fn contrast(one: &str, other: &str) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn every_colour_of_a_brand_has_contrast_in_both_themes() {
    assert!((contrast("#000000", "#ffffff") - 21.0).abs() < 0.01);
    let sheet = file_text(Path::new("frontend-ui/styles/tokens.css"));
    for color in BrandColor::ALL {
        let rule = format!("[data-accent=\"{}\"]", color.as_str());
        let selector = match color {
            BrandColor::Teal => format!(":root, {rule}"),
            _ => rule,
        };
        let mut all = tokens(&sheet, ":root");
        all.extend(tokens(&sheet, &selector));
        for (text, ground) in PAIRS {
            let (texts, grounds) = (resolve(&all, text), resolve(&all, ground));
            for (text_color, ground_color) in texts.iter().zip(&grounds) {
                let found = contrast(text_color, ground_color);
                assert!(
                    found >= CONTRAST,
                    "{}: --{text} {text_color} on --{ground} {ground_color} has {found:.2}",
                    color.as_str()
                );
            }
        }
    }
}
