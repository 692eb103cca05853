//! The brand of an agent in each colour.

use super::case_view;
use frontend_ui::features::{brand::header_brand, login::door_panel};
use leptos::prelude::*;
use shared_types::{
    access::Guard,
    settings::{Brand, BrandColor},
};

/// A mark of two letters, as the picture of a logo.
const LOGO: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Ccircle cx='16' cy='16' r='14' fill='%23b42318'/%3E%3C/svg%3E";

/// The agent's brand as clients see it, and controls in its colour.
fn branded(brand: &Brand) -> AnyView {
    view! {
        <div data-accent=brand.color.as_str()>
            <p class="agent-brand">{header_brand(brand)}</p>
            <div class="door">{door_panel(Some(brand), Guard::Client)}</div>
            <div class="row">
                <button class="button primary">{brand.color.as_str()}</button>
                <a href="#brand">{brand.name.clone()}</a>
            </div>
        </div>
    }
    .into_any()
}

/// The cases of the brand.
pub(super) fn cases() -> AnyView {
    let brands = BrandColor::ALL.map(|color| Brand {
        name: "Лотос Карго".to_owned(),
        color,
        motto: if color == BrandColor::Teal {
            String::new()
        } else {
            "Из Китая к вам за 18 дней, с фото каждой посылки".to_owned()
        },
        logo: (color == BrandColor::Blue).then(|| LOGO.to_owned()),
    });
    let service = view! { <div class="door">{door_panel(None, Guard::Client)}</div> }.into_any();
    view! {
        {case_view("Login of the service", service)}
        {brands.iter().map(|brand| case_view("Brand of an agent", branded(brand))).collect_view()}
    }
    .into_any()
}
