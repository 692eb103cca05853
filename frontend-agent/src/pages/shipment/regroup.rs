//! Splitting a shipment that is being formed, and merging another one into it.

use super::Desk;
use frontend_ui::{
    api::{self, Options},
    i18n::t,
};
use leptos::{prelude::*, task::spawn_local};
use leptos_router::hooks::use_navigate;
use shared_types::{
    endpoint::Nothing,
    id::{ClientId, ItemId, ShipmentId},
    shipments::{
        ListShipments, MergeFrom, MergeShipments, ShipmentItems, ShipmentQuery, ShipmentStatus, SplitShipment,
    },
};

frontend_ui::texts! {
    /// What splitting and merging say.
    enum Words;
    Split: "Выделить в отдельную посылку", "Split into a shipment of its own", "拆分为新包裹";
    Merge: "Объединить с посылкой", "Merge with shipment", "合并包裹";
}

fn once() -> Options {
    Options {
        idempotency_key: Some(api::fresh_key()),
        ..Options::default()
    }
}

/// The actions below the contents.
#[component]
pub(super) fn Regroup(
    id: ShipmentId,
    client: ClientId,
    chosen: RwSignal<Vec<ItemId>>,
    count: usize,
    desk: Desk,
) -> impl IntoView {
    let others = LocalResource::new(move || {
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
            match api::send::<SplitShipment>((id,), Nothing {}, body, once()).await {
                Ok(new) => navigate.with_value(|navigate| {
                    navigate(
                        &format!("/agent/shipments/{}", new.summary.id),
                        leptos_router::NavigateOptions::default(),
                    );
                }),
                Err(refused) => desk.error.set(Some(refused)),
            }
        });
    };
    let merge = move |from: ShipmentId| {
        spawn_local(async move {
            desk.done(api::send::<MergeShipments>((id,), Nothing {}, MergeFrom { from }, once()).await);
        });
    };
    let buttons = move || {
        let list = others.get().and_then(Result::ok)?;
        let others = list.data.into_iter().filter(|other| other.id != id);
        Some(
            others
                .map(|other| view! { <button type="button" class="button" data-testid="merge" on:click=move |_| merge(other.id)>{t(Words::Merge)}" "{other.number}</button> })
                .collect_view(),
        )
    };
    // Something stays behind.
    let may_split = move || chosen.with(|chosen| !chosen.is_empty() && chosen.len() < count);
    view! {
        <div class="row">
            {move || may_split().then(|| view! { <button type="button" class="button" data-testid="split" on:click=split>{t(Words::Split)}</button> })}
            {buttons}
        </div>
    }
    .into_any()
}
