//! Splits a shipment that is being formed, and merges another one into it.

use super::state::ShipmentCardState;
use frontend_ui::prelude::*;
use leptos_router::hooks::use_navigate;
use shared_types::{
    id::{ClientId, ItemId, ShipmentId},
    shipments::{
        ListShipments, MergeShipments, ShipmentItems, ShipmentMerge, ShipmentQuery, ShipmentStatus, ShipmentSummary,
        SplitShipment,
    },
};

frontend_ui::texts! {
    enum RegroupTexts;
    Split: "Выделить в отдельную посылку", "Split into a separate shipment", "拆分为新包裹";
    Merge: "Объединить с посылкой", "Merge with shipment", "合并包裹";
}

/// The split and merge buttons below the contents.
#[component]
pub(super) fn Regroup(
    client: ClientId,
    /// The chosen items.
    chosen: Signal<Vec<ItemId>>,
    state: ShipmentCardState,
) -> impl IntoView {
    let (id, items) = (state.id(), state.items());
    let others = use_list(
        &[Topic::Shipment],
        |other: &ShipmentSummary| other.id.0,
        move |_| {
            items.track();
            api::get::<ListShipments>(ShipmentQuery {
                status: Some(ShipmentStatus::Forming),
                client_id: Some(client),
                ..ShipmentQuery::default()
            })
        },
    );
    let navigate = StoredValue::new_local(use_navigate());
    let split = move |_| {
        let body = ShipmentItems {
            items: chosen.get_untracked(),
        };
        let call = api::send::<SplitShipment>((id,), Nothing {}, body, Options::default());
        state.action.run(call, move |created| {
            let url = format!("/agent/shipments/{}", created.summary.id);
            navigate.try_with_value(|navigate| navigate(&url, leptos_router::NavigateOptions::default()));
        });
    };
    let merge = move |from: ShipmentId| {
        let call = api::send::<MergeShipments>((id,), Nothing {}, ShipmentMerge { from }, Options::default());
        state.action.save(call);
    };
    let button = move |other: ShipmentSummary| {
        let from = other.id;
        let button = (from != id).then(|| {
            view! {
                <button type="button" class="button" data-testid="merge" on:click=move |_| merge(from)>
                    {t(RegroupTexts::Merge)}
                    " "
                    {other.number}
                </button>
            }
        });
        button.into_any()
    };
    // At least one item stays in the shipment.
    let may_split = Memo::new(move |_| {
        let count = items.with(Vec::len).unwrap_or_default();
        chosen.with(|chosen| !chosen.is_empty() && chosen.len() < count)
    });
    let split_button = move || {
        may_split.get().then(|| {
            view! {
                <button type="button" class="button" data-testid="split" on:click=split>
                    {t(RegroupTexts::Split)}
                </button>
            }
        })
    };
    any_view! { <div class="row">{split_button} {others.rows().view(button)}</div> }
}
