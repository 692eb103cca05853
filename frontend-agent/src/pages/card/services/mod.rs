//! Item services as the warehouse works on them: ordering, rendering with photos and measurements, canceling.

mod dialog;
mod media;
mod phone;
mod poster;
mod uploads;

use frontend_ui::{
    api::{self, Error, Options},
    components::{ErrorNote, Icon, confirmed},
    features::{
        services::{
            Gallery, GalleryItem, OrderServiceForm, ServiceTexts, gallery_items, icon, item_media, received_photo,
            service_media, service_name, service_row, thumbnail_row,
        },
        translation::shop_text,
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
    orders::Side,
    services::{
        CancelItemService, ItemMedia, ItemService, NewItemService, OrderItemService, OrderServices, ServiceMove,
        ServiceStatus, ShowOrderServices, lifecycle::may_order,
    },
};

/// The target of the uploaded files.
#[derive(Clone, PartialEq)]
pub(super) enum UploadTarget {
    /// A service of an item.
    Service(Box<ItemService>),
    /// The item itself, apart from its services.
    Item(ItemId),
}

impl UploadTarget {
    fn item_id(&self) -> ItemId {
        match self {
            Self::Service(service) => service.item_id,
            Self::Item(item) => *item,
        }
    }

    fn name(&self) -> String {
        match self {
            Self::Service(service) => service_name(&service.names),
            Self::Item(_) => t(ServiceTexts::ExtraPhotos).to_owned(),
        }
    }
}

/// State shared by the service components of one order.
#[derive(Clone, Copy)]
pub(super) struct ServicesState {
    order: OrderId,
    /// The services and media of the order. The last result stays visible while it is fetched again.
    services: RwSignal<Option<OrderServices>>,
    error: RwSignal<Option<Error>>,
    ordered_item: RwSignal<Option<ItemId>>,
    upload_target: RwSignal<Option<UploadTarget>>,
    gallery: RwSignal<Option<(Vec<GalleryItem>, usize)>>,
    /// Reloads the rest of the card.
    reload: Callback<()>,
}

impl ServicesState {
    /// Starts loading the services of an order. Returns `None` without the permission to see services.
    pub(super) fn new(order: OrderId, reload: Callback<()>) -> Option<Self> {
        let state = Self {
            order,
            services: RwSignal::new(None),
            error: RwSignal::new(None),
            ordered_item: RwSignal::new(None),
            upload_target: RwSignal::new(None),
            gallery: RwSignal::new(None),
            reload,
        };
        current_user().may(Object::Services, Level::View).then(|| {
            state.refresh();
            state
        })
    }

    /// The photo of the received goods of an item, if there is one.
    pub(super) fn result_photo(self) -> Callback<ItemId, Option<PhotoAddresses>> {
        Callback::new(move |item| {
            self.services
                .with(|services| services.as_ref().and_then(|services| received_photo(services, item)))
        })
    }

    /// Fetches the services.
    pub(super) fn refresh(self) {
        spawn_local(async move {
            let path = (self.order,);
            match api::send::<ShowOrderServices>(path, Nothing {}, Nothing {}, Options::default()).await {
                Ok(services) => drop(self.services.try_set(Some(services))),
                Err(err) => drop(self.error.try_set(Some(err))),
            }
        });
    }

    /// Reloads the services and the card after a successful change, or shows the error. Returns whether it succeeded.
    fn handle_result<T>(self, result: Result<T, Error>) -> bool {
        match result {
            Ok(_) => {
                self.error.set(None);
                self.refresh();
                self.reload.try_run(());
                true
            }
            Err(err) => {
                self.error.set(Some(err));
                false
            }
        }
    }

    /// Reloads only the services after a successful change of a file, or shows the error.
    fn handle_media_result<T>(self, result: Result<T, Error>) {
        match result {
            Ok(_) => self.refresh(),
            Err(err) => self.error.set(Some(err)),
        }
    }

    /// Photos and videos of the target.
    fn media(self, target: &UploadTarget) -> Vec<ItemMedia> {
        let service = match target {
            UploadTarget::Service(service) => Some(service.id),
            UploadTarget::Item(_) => None,
        };
        let services = self.services.get();
        services
            .map(|services| service_media(&item_media(&services, target.item_id()), service))
            .unwrap_or_default()
    }
}

/// The services and photos below an item.
pub(super) fn item_services(id: ItemId, services_state: ServicesState) -> AnyView {
    let may_edit = current_user().may(Object::Services, Level::Edit);
    (move || {
        let services = services_state.services.get()?;
        let media = gallery_items(&item_media(&services, id));
        let of_item = services.services.iter().filter(|service| service.item_id == id);
        let rows: Vec<_> = of_item
            .map(|service| service_row(service, service_actions(service, may_edit, services_state)))
            .collect();
        let all = media.clone();
        let open = Callback::new(move |index| services_state.gallery.set(Some((all.clone(), index))));
        Some(view! {
            {(!rows.is_empty()).then(|| view! { <ul class="services">{rows}</ul> })}
            {thumbnail_row(&media, open)}
        })
    })
    .into_any()
}

/// The buttons that order a service for an item and add photos of it.
pub(super) fn service_buttons(
    item: &Item,
    order: shared_types::orders::OrderStatus,
    services_state: ServicesState,
) -> AnyView {
    let id = item.id;
    if !current_user().may(Object::Services, Level::Edit) {
        return ().into_any();
    }
    let add = may_order(order, item.status).then(|| {
        view! {
            <button
                type="button"
                class="icon"
                data-testid="add-service"
                aria-label=t(ServiceTexts::AddService)
                title=t(ServiceTexts::AddService)
                on:click=move |_| services_state.ordered_item.set(Some(id))
            >
                {Icon::Plus.view()}
            </button>
        }
    });
    view! {
        {add}
        <button
            type="button"
            class="icon"
            data-testid="add-photos"
            aria-label=t(ServiceTexts::AddPhotos)
            title=t(ServiceTexts::AddPhotos)
            on:click=move |_| services_state.upload_target.set(Some(UploadTarget::Item(id)))
        >
            {icon("camera")}
        </button>
    }
    .into_any()
}

/// The services of all items, by item. It is drawn while its tab is open: the rows of the items have the same buttons.
pub(super) fn order_services(titles: Vec<(ItemId, String)>, services_state: ServicesState) -> AnyView {
    let may_edit = current_user().may(Object::Services, Level::Edit);
    let titles = StoredValue::new(titles);
    (move || {
        let services = services_state.services.get()?.services;
        if services.is_empty() {
            return Some(
                view! {
                    <p class="muted" data-testid="no-services">
                        {t(ServiceTexts::NoServices)}
                    </p>
                }
                .into_any(),
            );
        }
        let of_item = |(id, title): &(ItemId, String)| {
            let own = services.iter().filter(|service| service.item_id == *id);
            let rows: Vec<_> = own
                .map(|service| service_row(service, service_actions(service, may_edit, services_state)))
                .collect();
            (!rows.is_empty()).then(|| {
                view! {
                    <h3>{shop_text(title.clone())}</h3>
                    <ul class="services">{rows}</ul>
                }
            })
        };
        let items = titles.with_value(|titles| titles.iter().map(of_item).collect_view());
        Some(view! { <div class="order-services">{items}</div> }.into_any())
    })
    .into_any()
}

/// The buttons of a service.
fn service_actions(service: &ItemService, may_edit: bool, services_state: ServicesState) -> AnyView {
    if !may_edit || service.moves.is_empty() && service.status != ServiceStatus::Rendered {
        return ().into_any();
    }
    let (id, target) = (service.id, service.clone());
    let has_media = service.media_kind.kind().is_some();
    let can_render = service.moves.contains(&ServiceMove::Render);
    let name = service_name(&service.names);
    let cancel = move |_| {
        let name = name.clone();
        spawn_local(async move {
            if confirmed(name, t(ServiceTexts::ConfirmCancel), t(ServiceTexts::CancelService)).await {
                services_state.handle_result(
                    api::send::<CancelItemService>((id,), Nothing {}, Nothing {}, Options::default()).await,
                );
            }
        });
    };
    let label = if can_render {
        ServiceTexts::Perform
    } else {
        ServiceTexts::AddPhotos
    };
    let open = move |_| {
        services_state
            .upload_target
            .set(Some(UploadTarget::Service(Box::new(target.clone()))));
    };
    view! {
        <span class="service-actions">
            {(can_render || has_media)
                .then(|| {
                    view! {
                        <button
                            class=if can_render { "button" } else { "quiet" }
                            data-testid="render-service"
                            on:click=open
                        >
                            {t(label)}
                        </button>
                    }
                })}
            {service
                .moves
                .contains(&ServiceMove::Cancel)
                .then(|| {
                    view! {
                        <button class="quiet" data-testid="cancel-service" on:click=cancel>
                            {t(ServiceTexts::Cancel)}
                        </button>
                    }
                })}
        </span>
    }
    .into_any()
}

/// The dialogs. They are rendered outside of the reloaded content, so that a reload does not interrupt uploads.
#[component]
pub(super) fn ServiceDialogs(services_state: ServicesState) -> impl IntoView {
    let order_error = RwSignal::new(None::<Error>);
    let order = Callback::new(move |new: NewItemService| {
        let Some(item) = services_state.ordered_item.get_untracked() else {
            return;
        };
        spawn_local(async move {
            let path = (services_state.order, item);
            match api::send::<OrderItemService>(path, Nothing {}, new, Options::default()).await {
                Ok(_) => {
                    order_error.set(None);
                    services_state.ordered_item.set(None);
                    services_state.handle_result(Ok(()));
                }
                Err(error) => order_error.set(Some(error)),
            }
        });
    });
    let close = Callback::new(move |()| services_state.ordered_item.set(None));
    view! {
        <ErrorNote error=services_state.error />
        {move || {
            services_state
                .ordered_item
                .get()
                .and_then(|_| services_state.services.get_untracked())
                .map(|services| {
                    view! {
                        <OrderServiceForm services=services side=Side::Staff error=order_error send=order close=close />
                    }
                })
        }}
        {move || {
            services_state
                .upload_target
                .get()
                .map(|target| view! { <dialog::ServiceDialog target=target services_state=services_state /> })
        }}
        {move || {
            services_state
                .gallery
                .get()
                .map(|(media, start)| {
                    view! {
                        <Gallery
                            media=media
                            start=start
                            close=Callback::new(move |()| services_state.gallery.set(None))
                        />
                    }
                })
        }}
    }
    .into_any()
}
