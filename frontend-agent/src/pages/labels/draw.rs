//! Draws a label: the code as QR and as Code 128, and the readable text.

use super::texts::LabelTexts;
use barcoders::sym::code128::Code128;
use frontend_ui::{
    components::qr_without_border,
    features::{shipment_places::sides_text, translation::shop_text},
    format,
    i18n::t,
};
use leptos::prelude::*;
use shared_types::{codes::CodeKind, qr, scan::Label};
use std::fmt::Write as _;

/// An SVG path with one bar of width 1 for each dark module.
fn svg_path(dark: impl Iterator<Item = bool>) -> String {
    let mut path = String::new();
    for (x, _) in dark.enumerate().filter(|(_, dark)| *dark) {
        let _ = write!(path, "M{x} 0h1v1h-1z");
    }
    path
}

/// The code as Code 128, for scanners that can't read QR codes.
fn code128_svg(code: &str) -> Option<AnyView> {
    // U+0181 selects character set B: capital letters, digits, hyphen.
    let modules = Code128::new(format!("\u{181}{code}")).ok()?.encode();
    let width = modules.len();
    let path = svg_path(modules.into_iter().map(|module| module == 1));
    Some(any_view! {
        <svg
            class="bars"
            viewBox=format!("0 0 {width} 1")
            preserveAspectRatio="none"
            shape-rendering="crispEdges"
            aria-hidden="true"
        >
            <path d=path />
        </svg>
    })
}

pub(super) fn label_view(label: Label) -> AnyView {
    let count = label.quantity.map(|count| match label.kind {
        CodeKind::Shipment => format!("{}: {count}", t(LabelTexts::Places)),
        CodeKind::Place => format!("{} {} / {count}", t(LabelTexts::Place), label.place.unwrap_or_default()),
        _ => format!("{count} {}", t(LabelTexts::Pieces)),
    });
    let class = format!("label of-{}", label.kind.as_str());
    any_view! {
        <article class=class data-testid="label">
            {qr::encode(&label.code).map(|code| qr_without_border(&code, label.code.clone()))}
            <div class="label-text">
                <strong class="heading" dir="auto">
                    {label.heading}
                </strong>
                {label
                    .client
                    .map(|client| {
                        view! {
                            <span class="client" dir="auto">
                                {client}
                            </span>
                        }
                    })}
                <span class="title">{shop_text(label.text)}</span>
                {label
                    .variant
                    .map(|variant| {
                        view! { <span class="variant">{shop_text(variant)}</span> }
                    })}
                {count.map(|count| view! { <strong class="count-of">{count}</strong> })}
                {label
                    .weight_grams
                    .map(|grams| {
                        view! {
                            <strong class="count-of" data-testid="label-weight">
                                {format::weight(grams)}
                            </strong>
                        }
                    })}
                {label
                    .sides
                    .map(|sides| {
                        view! {
                            <span class="count-of" data-testid="label-sides">
                                {sides_text(sides)}
                                " "
                                {t(LabelTexts::Centimetres)}
                            </span>
                        }
                    })}
            </div>
            <div class="lines">{code128_svg(&label.code)}<span class="written">{label.code.clone()}</span></div>
        </article>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_dark_module_becomes_a_bar() {
        assert_eq!(
            svg_path([true, false, false, true].into_iter()),
            "M0 0h1v1h-1zM3 0h1v1h-1z"
        );
    }
}
