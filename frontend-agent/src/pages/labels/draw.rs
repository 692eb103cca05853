//! A label as it is printed: the code as QR and as Code 128, and what people read.

use super::texts::Words;
use barcoders::sym::code128::Code128;
use frontend_ui::{components::bare_qr, i18n::t};
use leptos::prelude::*;
use shared_types::{codes::CodeKind, qr, scan::Label};
use std::fmt::Write as _;

/// Dark modules as one path, a line of width 1 each.
fn path(dark: impl Iterator<Item = bool>) -> String {
    let mut path = String::new();
    for (x, _) in dark.enumerate().filter(|(_, dark)| *dark) {
        let _ = write!(path, "M{x} 0h1v1h-1z");
    }
    path
}

/// The code as Code 128, for scanners that read lines alone.
fn bars(code: &str) -> Option<AnyView> {
    // Set B: capital letters, digits, hyphen.
    let modules = Code128::new(format!("\u{181}{code}")).ok()?.encode();
    let width = modules.len();
    let path = path(modules.into_iter().map(|module| module == 1));
    Some(
        view! { <svg class="bars" viewBox=format!("0 0 {width} 1") preserveAspectRatio="none" shape-rendering="crispEdges" aria-hidden="true"><path d=path/></svg> }
            .into_any(),
    )
}

/// One label.
pub(super) fn label(label: Label) -> AnyView {
    let count = label.quantity.map(|count| match label.kind {
        CodeKind::Shipment => format!("{}: {count}", t(Words::Places)),
        _ => format!("{count} {}", t(Words::Pieces)),
    });
    let class = format!("label of-{}", label.kind.as_str());
    view! {
        <article class=class data-testid="label">
            {qr::picture(&label.code).map(|code| bare_qr(&code, label.code.clone()))}
            <div class="words">
                <strong class="heading">{label.heading}</strong>
                {label.client.map(|client| view! { <span class="client">{client}</span> })}
                <span class="title" lang="zh">{label.text}</span>
                {label.variant.map(|variant| view! { <span class="variant" lang="zh">{variant}</span> })}
                {count.map(|count| view! { <strong class="count-of">{count}</strong> })}
            </div>
            <div class="lines">{bars(&label.code)}<span class="written">{label.code.clone()}</span></div>
        </article>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_become_lines() {
        assert_eq!(path([true, false, false, true].into_iter()), "M0 0h1v1h-1zM3 0h1v1h-1z");
    }
}
