//! Services of items in the client cabinet: ordering, canceling, and viewing the results.

use super::state::CardState;
use frontend_ui::{
    api::Error,
    features::{
        items::ReceivedPhoto,
        services::{
            Gallery, GalleryItem, OrderServiceForm, ServiceTexts, gallery_items, item_media, received_photo,
            service_name, service_row, thumbnail_row,
        },
    },
    prelude::*,
};
use shared_types::{
    id::ItemId,
    items::Item,
    orders::{Order, OrderStatus, Side},
    services::{
        CancelItemService, ItemService, NewItemService, OrderItemService, OrderServices, ServiceMove,
        lifecycle::may_order,
    },
};

/// The state shared by the services of all items and their dialogs.
#[derive(Clone, Copy)]
pub(super) struct ServicesState {
    order: Live<Order>,
    services: Live<OrderServices>,
    error: Signal<Option<Error>>,
    action: Action,
    reload: Callback<()>,
    ordered_item: RwSignal<Option<ItemId>>,
    gallery: RwSignal<Option<(Vec<GalleryItem>, usize)>>,
}

impl ServicesState {
    /// Creates the state; `None` if the user may not see services.
    pub(super) fn new(state: CardState) -> Option<Self> {
        let CardState {
            card, order, reload, ..
        } = state;
        let action = use_action().reloading(move || _ = reload.try_run(()));
        let load_error = card.find(|card| card.services.as_ref()?.as_ref().err().cloned());
        let state = Self {
            order,
            services: card.find(|card| card.services.as_ref()?.as_ref().ok().cloned()),
            error: Signal::derive(move || action.error().or_else(|| load_error.get())),
            action,
            reload,
            ordered_item: RwSignal::new(None),
            gallery: RwSignal::new(None),
        };
        may(Level::View).then_some(state)
    }

    /// Returns a callback that looks up the photo of a received item.
    pub(super) fn photo(self) -> ReceivedPhoto {
        let photo = move |item| self.services.with(|services| received_photo(services, item));
        Callback::new(move |item| photo(item).flatten())
    }

    /// The error of the last call.
    pub(super) fn error_note(self) -> AnyView {
        any_view! { <ErrorNote error=self.error /> }
    }
}

fn may(level: Level) -> bool {
    current_user().may(Object::Services, level)
}

/// The services of an item, its photos and videos, and whether a service can be ordered for it.
fn services_of(all: &OrderServices, item: &Item, status: OrderStatus) -> (Vec<ItemService>, Vec<GalleryItem>, bool) {
    let own = all.services.iter().filter(|service| service.item_id == item.id);
    let media = gallery_items(&item_media(all, item.id));
    let can_add = may(Level::Edit) && may_order(status, item.status) && !all.offered.is_empty();
    (own.cloned().collect(), media, can_add)
}

/// Renders the services of an item, their photos and videos, and the button that orders a service.
pub(super) fn item_services(item: Live<Item>, state: ServicesState) -> AnyView {
    let shown = state.services.find(move |services| {
        let status = state.order.with(|order| order.summary.status)?;
        item.with(|item| services_of(services, item, status))
    });
    let content = move |(services, media, can_add): &(Vec<ItemService>, Vec<GalleryItem>, bool)| {
        if services.is_empty() && media.is_empty() && !can_add {
            return None;
        }
        let rows: Vec<_> = services
            .iter()
            .map(|service| service_row(service, service_actions(service, state)))
            .collect();
        let all = media.clone();
        let open = Callback::new(move |index| state.gallery.set(Some((all.clone(), index))));
        let order = move |_| state.ordered_item.set(item.read(|item| item.id));
        Some(view! {
            {(!rows.is_empty()).then(|| view! { <ul class="services">{rows}</ul> })}
            {thumbnail_row(media, open)}
            {can_add
                .then(|| {
                    view! {
                        <div class="service-bar">
                            <button class="quiet" data-testid="add-service" on:click=order>
                                {t(ServiceTexts::AddService)}
                            </button>
                        </div>
                    }
                })}
        })
    };
    shown.view(content)
}

fn service_actions(service: &ItemService, state: ServicesState) -> AnyView {
    if !may(Level::Edit) || !service.moves.contains(&ServiceMove::Cancel) {
        return ().into_any();
    }
    let id = service.id;
    let name = service_name(&service.names);
    let cancel = move |_| {
        let question = (
            t(ServiceTexts::ConfirmCancel).to_owned(),
            t(ServiceTexts::CancelService),
        );
        let call = api::send::<CancelItemService>((id,), Nothing {}, Nothing {}, Options::default());
        state.action.run_confirmed(name.clone(), question, call, |_| ());
    };
    any_view! {
        <span class="service-actions">
            <button class="quiet" data-testid="cancel-service" on:click=cancel>
                {t(ServiceTexts::Cancel)}
            </button>
        </span>
    }
}

/// The dialog that orders a service, and the gallery.
pub(super) fn service_dialogs(state: ServicesState) -> AnyView {
    let action = use_action().reloading(move || _ = state.reload.try_run(()));
    let order = Callback::new(move |new: NewItemService| {
        let path = (|| {
            Some((
                state.order.read(|order| order.summary.id)?,
                state.ordered_item.get_untracked()?,
            ))
        })();
        if let Some(path) = path {
            let call = api::send::<OrderItemService>(path, Nothing {}, new, Options::default());
            action.run(call, move |_| _ = state.ordered_item.try_set(None));
        }
    });
    let close = Callback::new(move |()| {
        action.set_error(None);
        state.ordered_item.set(None);
    });
    any_view! {
        {move || {
            let services = state.ordered_item.get().and_then(|_| state.services.read(OrderServices::clone))?;
            Some(view! { <OrderServiceForm services=services side=Side::Client error=action send=order close=close /> })
        }}
        {move || {
            let (media, start) = state.gallery.get()?;
            let close = Callback::new(move |()| state.gallery.set(None));
            Some(view! { <Gallery media=media start=start close=close /> })
        }}
    }
}
