//! Services of items in the client cabinet: ordering, canceling, and viewing the results.

use frontend_ui::{
    api::{self, Error, Options},
    components::confirmed,
    features::services::{
        Gallery, GalleryItem, OrderServiceForm, ServiceTexts, gallery_items, item_media, received_photo, service_name,
        service_row, thumbnail_row,
    },
    i18n::t,
    session::current_user,
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    id::{ItemId, OrderId},
    items::Item,
    media::PhotoAddresses,
    orders::{OrderStatus, Side},
    services::{
        CancelItemService, ItemService, NewItemService, OrderItemService, OrderServices, ServiceMove,
        ShowOrderServices, lifecycle::may_order,
    },
};

/// The state shared by the services of all items and their dialogs. It outlives the items, which are drawn again whenever the order
/// is fetched, so that an open picture or form stays.
#[derive(Clone, Copy)]
pub(super) struct ServicesState {
    order: OrderId,
    services: RwSignal<Option<OrderServices>>,
    pub(super) error: RwSignal<Option<Error>>,
    ordered_item: RwSignal<Option<ItemId>>,
    gallery: RwSignal<Option<(Vec<GalleryItem>, usize)>>,
    reload: Callback<()>,
}

impl ServicesState {
    /// Creates the state; `None` if the user may not see services.
    pub(super) fn new(order: OrderId, reload: Callback<()>) -> Option<Self> {
        let state = Self {
            order,
            services: RwSignal::new(None),
            error: RwSignal::new(None),
            ordered_item: RwSignal::new(None),
            gallery: RwSignal::new(None),
            reload,
        };
        current_user().may(Object::Services, Level::View).then_some(state)
    }

    /// Returns a callback that looks up the photo of a received item.
    pub(super) fn photo(self) -> Callback<ItemId, Option<PhotoAddresses>> {
        Callback::new(move |item| {
            self.services
                .with(|services| services.as_ref().and_then(|services| received_photo(services, item)))
        })
    }

    /// Loads the services, again if they are known.
    pub(super) async fn load(self) {
        let path = (self.order,);
        match api::send::<ShowOrderServices>(path, Nothing {}, Nothing {}, Options::default()).await {
            Ok(services) => {
                self.error.try_set(None);
                self.services.try_set(Some(services));
            }
            Err(err) => drop(self.error.try_set(Some(err))),
        }
    }
}

/// Renders the services of an item, their photos and videos, and the button that orders a service.
pub(super) fn item_services(item: Item, order: OrderStatus, state: ServicesState) -> AnyView {
    let id = item.id;
    let may_edit = current_user().may(Object::Services, Level::Edit);
    let may_add = may_edit && may_order(order, item.status);
    (move || {
        let services = state.services.get()?;
        let media = gallery_items(&item_media(&services, id));
        let own: Vec<_> = services
            .services
            .iter()
            .filter(|service| service.item_id == id)
            .cloned()
            .collect();
        let can_add = may_add && !services.offered.is_empty();
        if own.is_empty() && media.is_empty() && !can_add {
            return None;
        }
        let rows: Vec<_> = own
            .into_iter()
            .map(|service| service_row(&service, service_actions(&service, may_edit, state)))
            .collect();
        let all = media.clone();
        let open = Callback::new(move |index| state.gallery.set(Some((all.clone(), index))));
        Some(view! {
            {(!rows.is_empty()).then(|| view! { <ul class="services">{rows}</ul> })}
            {thumbnail_row(&media, open)}
            {can_add
                .then(|| {
                    view! {
                        <div class="service-bar">
                            <button
                                class="quiet"
                                data-testid="add-service"
                                on:click=move |_| state.ordered_item.set(Some(id))
                            >
                                {t(ServiceTexts::AddService)}
                            </button>
                        </div>
                    }
                })}
        })
    })
    .into_any()
}

fn service_actions(service: &ItemService, may_edit: bool, state: ServicesState) -> AnyView {
    if !may_edit || !service.moves.contains(&ServiceMove::Cancel) {
        return ().into_any();
    }
    let id = service.id;
    let name = service_name(&service.names);
    let cancel = move |_| {
        let name = name.clone();
        spawn_local(async move {
            if !confirmed(name, t(ServiceTexts::ConfirmCancel), t(ServiceTexts::CancelService)).await {
                return;
            }
            match api::send::<CancelItemService>((id,), Nothing {}, Nothing {}, Options::default()).await {
                Ok(_) => {
                    state.reload.try_run(());
                }
                Err(err) => state.error.set(Some(err)),
            }
        });
    };
    view! {
        <span class="service-actions">
            <button class="quiet" data-testid="cancel-service" on:click=cancel>
                {t(ServiceTexts::Cancel)}
            </button>
        </span>
    }
    .into_any()
}

/// The dialog that orders a service, and the gallery.
#[component]
pub(super) fn ServiceDialogs(state: ServicesState) -> impl IntoView {
    let order_error = RwSignal::new(None::<Error>);
    let order = Callback::new(move |new: NewItemService| {
        let Some(item) = state.ordered_item.get_untracked() else {
            return;
        };
        spawn_local(async move {
            match api::send::<OrderItemService>((state.order, item), Nothing {}, new, Options::default()).await {
                Ok(_) => {
                    state.ordered_item.set(None);
                    state.reload.try_run(());
                }
                Err(error) => {
                    order_error.set(Some(error));
                }
            }
        });
    });
    let close = Callback::new(move |()| state.ordered_item.set(None));
    view! {
        {move || {
            state
                .ordered_item
                .get()
                .and_then(|_| state.services.get_untracked())
                .map(|services| {
                    order_error.set(None);
                    view! {
                        <OrderServiceForm
                            services=services
                            side=Side::Client
                            error=order_error
                            send=order
                            close=close
                        />
                    }
                })
        }}
        {move || {
            state
                .gallery
                .get()
                .map(|(media, start)| {
                    view! { <Gallery media=media start=start close=Callback::new(move |()| state.gallery.set(None)) /> }
                })
        }}
    }
    .into_any()
}
