//! The contents of a delivery.

use frontend_ui::prelude::*;
use shared_types::shipments::DeliveryContents;

frontend_ui::texts! {
    pub(super) enum ContentsTexts;
    Places: "Мест", "Boxes", "件数";
}

/// The number of shipments and places, the weight, and the clients of a delivery.
pub(super) fn load_facts(contents: &DeliveryContents) -> AnyView {
    let clients = contents.clients.join(", ");
    any_view! {
        <p class="facts" data-testid="load-facts">
            <span>{t(LifecycleTexts::Shipments)}": "<strong>{contents.shipments}</strong></span>
            <span>{t(ContentsTexts::Places)}": "<strong>{contents.places}</strong></span>
            <span>{t(LifecycleTexts::WeightLabel)}": "<strong>{format::weight(contents.weight_grams)}</strong></span>
            {(!clients.is_empty())
                .then(|| view! { <span>{t(LifecycleTexts::Clients)}": "<strong>{clients}</strong></span> })}
        </p>
    }
}
