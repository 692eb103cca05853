//! The prices of a shipping request, before it becomes shipments.

use frontend_ui::{
    features::{delivery, delivery_variants::DeliveryVariants, shipments},
    prelude::*,
};
use shared_types::{
    id::ItemId,
    settings::{DeliveryOptions, ListDeliveryOptions},
    shipments::{RequestedItem, ShippingRequest},
};
use std::collections::BTreeMap;

/// The prices of the delivery of the items. At first the variant is chosen that the client asks for.
pub(super) fn panel(request: Record<ShippingRequest>) -> AnyView {
    let Some((method, grouping)) = request.read(|request| {
        let method = request.method.as_ref().map(|method| method.id);
        (method, request.grouping)
    }) else {
        return ().into_any();
    };
    let (method, grouping) = (delivery::selection(method), RwSignal::new(grouping));
    let chosen = Signal::derive(move || -> BTreeMap<ItemId, String> {
        let title = |item: &RequestedItem| (item.item.item_id, shipments::shown_title(&item.item));
        let available = |request: &ShippingRequest| {
            let items = request.items.iter().filter(|item| item.available);
            items.map(title).collect()
        };
        request.with(available).unwrap_or_default()
    });
    let loaded = Signal::derive(move || {
        let ids = chosen.with(|chosen| chosen.keys().map(ToString::to_string).collect::<Vec<_>>());
        Some(ids.join(","))
    });
    let country = Signal::derive(move || {
        request
            .with(|request| Some(request.recipient.as_ref()?.recipient.country))
            .flatten()
    });
    let options = use_value(&[], || api::get::<ListDeliveryOptions>(Nothing {}));
    let panel = move |options: DeliveryOptions| {
        any_view! {
            <DeliveryVariants
                chosen=chosen
                loaded=loaded
                country=country
                method=method
                grouping=grouping
                options=options
            />
        }
    };
    options.show(Skeleton::Rows, move |options| panel(options.clone()))
}
