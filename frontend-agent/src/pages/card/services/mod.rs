//! Item services as the warehouse works on them: ordering, rendering with photos and measurements, canceling.

mod dialog;
mod media;
mod phone;
mod poster;
pub(super) mod state;
mod uploads;

use frontend_ui::{
    features::{
        services::{
            Gallery, GalleryItem, OrderServiceForm, ServiceTexts, gallery_items, icon, item_media, service_name,
            service_row, thumbnail_row,
        },
        translation::shop_text,
    },
    prelude::*,
};
use shared_types::{
    id::ItemId,
    items::Item,
    orders::{Order, Side},
    services::{
        CancelItemService, ItemService, NewItemService, OrderItemService, OrderServices, ServiceMove, ServiceStatus,
        lifecycle::may_order,
    },
};
use state::{ServicesState, UploadTarget};

/// The services and media of an item.
type OfItem = (Vec<ItemService>, Vec<GalleryItem>);

/// The services and photos below an item.
pub(super) fn item_services(id: ItemId, services_state: ServicesState) -> AnyView {
    let of_item = move |services: &OrderServices| -> OfItem {
        let own = services.services.iter().filter(|service| service.item_id == id);
        (own.cloned().collect(), gallery_items(&item_media(services, id)))
    };
    let content = move |(services, media): &OfItem| {
        let rows: Vec<_> = services
            .iter()
            .map(|service| service_row(service, service_actions(service, services_state)))
            .collect();
        let all = media.clone();
        let open = Callback::new(move |index| services_state.gallery.set(Some((all.clone(), index))));
        view! {
            {(!rows.is_empty()).then(|| view! { <ul class="services">{rows}</ul> })}
            {thumbnail_row(media, open)}
        }
    };
    services_state.services.part(of_item, content)
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
    any_view! {
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
}

/// The services of an item in the list of all.
fn service_group((title, services): &(String, Vec<ItemService>), services_state: ServicesState) -> AnyView {
    let rows: Vec<_> = services
        .iter()
        .map(|service| service_row(service, service_actions(service, services_state)))
        .collect();
    any_view! {
        <h3>{shop_text(title.clone())}</h3>
        <ul class="services">{rows}</ul>
    }
}

/// The services of all items, by item. It is drawn while its tab is open: the rows of the items have the same buttons.
pub(super) fn order_services(order: Live<Order>, services_state: ServicesState) -> AnyView {
    let groups = move |services: &OrderServices| {
        let of_item = |item: &Item| {
            let own = services.services.iter().filter(|service| service.item_id == item.id);
            (item.title.clone(), own.cloned().collect::<Vec<_>>())
        };
        let groups = order.with(|order| order.items.iter().map(of_item).collect::<Vec<_>>())?;
        Some(groups.into_iter().filter(|(_, own)| !own.is_empty()).collect())
    };
    let groups = services_state.services.find(groups);
    let content = move |groups: &Vec<(String, Vec<ItemService>)>| {
        if groups.is_empty() {
            return any_view! {
                <p class="muted" data-testid="no-services">
                    {t(ServiceTexts::NoServices)}
                </p>
            };
        }
        let groups = groups
            .iter()
            .map(|group| service_group(group, services_state))
            .collect_view();
        any_view! { <div class="order-services">{groups}</div> }
    };
    groups.view(content)
}

/// The buttons of a service.
fn service_actions(service: &ItemService, services_state: ServicesState) -> AnyView {
    let may_edit = current_user().may(Object::Services, Level::Edit);
    if !may_edit || service.moves.is_empty() && service.status != ServiceStatus::Rendered {
        return ().into_any();
    }
    let (id, target) = (service.id, service.clone());
    let has_media = service.media_kind.kind().is_some();
    let can_render = service.moves.contains(&ServiceMove::Render);
    let name = service_name(&service.names);
    let cancel = move |_| {
        let question = (
            t(ServiceTexts::ConfirmCancel).to_owned(),
            t(ServiceTexts::CancelService),
        );
        let call = api::send::<CancelItemService>((id,), Nothing {}, Nothing {}, Options::default());
        services_state
            .action
            .run_confirmed(name.clone(), question, call, |_| ());
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
    any_view! {
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
}

/// The form that orders a service, the dialog of uploads, and the gallery.
pub(super) fn service_dialogs(services_state: ServicesState) -> AnyView {
    let order_action = use_action().reloading(move || _ = services_state.reload.try_run(()));
    let order = Callback::new(move |new: NewItemService| {
        let Some(item) = services_state.ordered_item.get_untracked() else {
            return;
        };
        let path = (services_state.order.get_untracked(), item);
        let call = api::send::<OrderItemService>(path, Nothing {}, new, Options::default());
        order_action.run(call, move |_| _ = services_state.ordered_item.try_set(None));
    });
    let close = Callback::new(move |()| {
        order_action.set_error(None);
        services_state.ordered_item.set(None);
    });
    let order_form = move || {
        let services = services_state.services.read(OrderServices::clone);
        let services = services_state.ordered_item.get().and(services)?;
        Some(
            view! { <OrderServiceForm services=services side=Side::Staff error=order_action send=order close=close /> },
        )
    };
    let upload = move || {
        let target = services_state.upload_target.get()?;
        Some(view! { <dialog::ServiceDialog target=target services_state=services_state /> })
    };
    let gallery = move || {
        let (media, start) = services_state.gallery.get()?;
        let close = Callback::new(move |()| services_state.gallery.set(None));
        Some(view! { <Gallery media=media start=start close=close /> })
    };
    any_view! {
        <ErrorNote error=Signal::derive(move || services_state.error()) />
        {order_form}
        {upload}
        {gallery}
    }
}
