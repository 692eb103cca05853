//! Splits a shipment that is being formed, and merges another one into it.

use super::ShipmentCardState;
use frontend_ui::{
    api::{self, Fetched, Options},
    i18n::t,
};
use leptos::{prelude::*, task::spawn_local};
use leptos_router::hooks::use_navigate;
use shared_types::{
    endpoint::Nothing,
    id::{ClientId, ItemId, ShipmentId},
    shipments::{
        ListShipments, MergeShipments, ShipmentItems, ShipmentMerge, ShipmentQuery, ShipmentStatus, SplitShipment,
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
    id: ShipmentId,
    client: ClientId,
    chosen: RwSignal<Vec<ItemId>>,
    count: usize,
    state: ShipmentCardState,
) -> impl IntoView {
    let others = Fetched::new(move || {
        api::get::<ListShipments>(ShipmentQuery {
            status: Some(ShipmentStatus::Forming),
            client_id: Some(client),
            ..ShipmentQuery::default()
        })
    });
    let navigate = StoredValue::new_local(use_navigate());
    let split = move |_| {
        spawn_local(async move {
            let body = ShipmentItems {
                items: chosen.get_untracked(),
            };
            match api::send::<SplitShipment>((id,), Nothing {}, body, Options::default()).await {
                Ok(created) => {
                    let url = format!("/agent/shipments/{}", created.summary.id);
                    navigate.try_with_value(|navigate| navigate(&url, leptos_router::NavigateOptions::default()));
                }
                Err(err) => state.error.set(Some(err)),
            }
        });
    };
    let merge = move |from: ShipmentId| {
        spawn_local(async move {
            state.handle_result(
                api::send::<MergeShipments>((id,), Nothing {}, ShipmentMerge { from }, Options::default()).await,
            );
        });
    };
    let buttons = move || {
        let list = others.get().and_then(Result::ok)?;
        let others = list.data.into_iter().filter(|other| other.id != id);
        Some(
            others
                .map(|other| {
                    view! {
                        <button type="button" class="button" data-testid="merge" on:click=move |_| merge(other.id)>
                            {t(RegroupTexts::Merge)}
                            " "
                            {other.number}
                        </button>
                    }
                })
                .collect_view(),
        )
    };
    // At least one item stays in the shipment.
    let may_split = move || chosen.with(|chosen| !chosen.is_empty() && chosen.len() < count);
    view! {
        <div class="row">
            {move || {
                may_split()
                    .then(|| {
                        view! {
                            <button type="button" class="button" data-testid="split" on:click=split>
                                {t(RegroupTexts::Split)}
                            </button>
                        }
                    })
            }} {buttons}
        </div>
    }
    .into_any()
}
