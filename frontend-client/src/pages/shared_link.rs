//! The text that an app of a shop shares, pasted in the place of a link.

use frontend_ui::{features::item_form::LinkFields, prelude::*};
use shared_types::shop_link;

/// Replaces a shared text with its link, and fills in the title and the price that it names. What is typed already stays.
pub(super) fn read_link(fields: LinkFields) {
    Effect::new(move |_| {
        let text = fields.url.get();
        let Some(product) = shop_link::read(&text).filter(|product| product.url != text) else {
            return;
        };
        fields.url.set(product.url);
        let fill = |field: RwSignal<String>, value: String| {
            if field.read_untracked().trim().is_empty() {
                field.set(value);
            }
        };
        if let Some(title) = product.title {
            fill(fields.title, title);
        }
        if let Some((amount, currency)) = product.price {
            fill(fields.price, format::decimal(&amount));
            fields.currency.set(currency.code().to_owned());
        }
    });
}
