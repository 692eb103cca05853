//! Services of lines as both sides see them: a row each, thumbnails of what they brought.

pub mod gallery;
mod icons;
pub mod order_form;
mod texts;

pub use gallery::{Gallery, Shot, shots};
pub use icons::{icon, own};
pub use order_form::OrderForm;
pub use texts::ServiceText;

use crate::{
    format,
    i18n::{language, t},
};
use leptos::prelude::*;
use shared_types::{
    id::{ItemId, ItemServiceId},
    media::{MediaKind, PhotoAddresses},
    services::{ItemMedia, ItemService, Names, OrderServices, ServiceStatus},
};

/// A service's name in the language of the page.
pub fn name(names: &Names) -> String {
    names.of(language().tag()).to_owned()
}

/// The name of a state.
pub fn status(status: ServiceStatus) -> &'static str {
    t(match status {
        ServiceStatus::Ordered => ServiceText::Ordered,
        ServiceStatus::Rendered => ServiceText::Rendered,
        ServiceStatus::Canceled => ServiceText::Canceled,
    })
}

/// What was measured or counted, in words.
fn measured(service: &ItemService) -> Option<String> {
    let measured = service.measured?;
    let sides = match (measured.length_mm, measured.width_mm, measured.height_mm) {
        (Some(length), Some(width), Some(height)) => {
            Some(format!("{length} × {width} × {height} {}", t(ServiceText::Millimetres)))
        }
        _ => None,
    };
    let weight = measured.weight_grams.map(format::weight);
    let counted = measured
        .counted_quantity
        .map(|counted| format!("{counted} {}", t(ServiceText::Pieces)));
    let words: Vec<_> = [weight, sides, counted].into_iter().flatten().collect();
    (!words.is_empty()).then(|| words.join(" · "))
}

/// A service on a line, with what this side can do about it.
pub fn row(service: &ItemService, actions: AnyView) -> AnyView {
    let price = match service.unit_price {
        Some(price) if !service.free => price.times(service.qty.into()).map(format::money),
        _ if service.free => Some(t(ServiceText::Free).to_owned()),
        _ => None,
    };
    let paid = (service.paid.is_some() && service.status != ServiceStatus::Canceled).then(|| t(ServiceText::Paid));
    let times = (service.qty > 1).then(|| format!(" × {}", service.qty));
    let class = format!("badge service-{}", service.status.as_str());
    view! {
        <li class="service" data-testid="service">
            <span class="service-icon">{icon(&service.icon)}</span>
            <span class="service-what">
                <span>{name(&service.names)}{times}" "<span class=class>{status(service.status)}</span></span>
                {(!service.comment.is_empty()).then(|| view! { <span class="muted">{service.comment.clone()}</span> })}
                {measured(service).map(|words| view! { <strong data-testid="measured">{words}</strong> })}
            </span>
            <span class="muted service-price">{price}{paid.map(|paid| format!(" · {paid}"))}</span>
            {actions}
        </li>
    }
    .into_any()
}

/// Photos and videos that belong to a line: those of its services and the extra ones.
pub fn of_item(all: &OrderServices, item: ItemId) -> Vec<ItemMedia> {
    all.media
        .iter()
        .filter(|media| media.item_id == item)
        .cloned()
        .collect()
}

/// The first photo of what came of a line; what is hidden from the client stands for nothing.
pub fn came(all: &OrderServices, item: ItemId) -> Option<PhotoAddresses> {
    let shown = |media: &&ItemMedia| media.item_id == item && media.kind == MediaKind::Photo && !media.hidden;
    all.media.iter().find(shown)?.photo.clone()
}

/// Photos and videos of one service, or those beside the services where none is named.
pub fn of_service(media: &[ItemMedia], service: Option<ItemServiceId>) -> Vec<ItemMedia> {
    media
        .iter()
        .filter(|media| media.service_id == service)
        .cloned()
        .collect()
}

/// Small pictures in a row; one that is pressed opens by its place in the list.
pub fn thumbs(media: &[Shot], open: Callback<usize>) -> AnyView {
    if media.is_empty() {
        return ().into_any();
    }
    let one = |(index, media): (usize, &Shot)| {
        let is_video = media.kind == MediaKind::Video;
        let label = if is_video {
            t(ServiceText::Video)
        } else {
            t(ServiceText::Photo)
        };
        let label = format!("{label} {}", index + 1);
        let class = if media.hidden {
            "media-thumb is-hidden"
        } else {
            "media-thumb"
        };
        let title = media.hidden.then(|| t(ServiceText::Hidden));
        let picture = media
            .photo
            .clone()
            .map(|photo| view! { <img src=photo.thumb alt="" loading="lazy"/> });
        view! {
            <button type="button" class=class data-testid="media-thumb" aria-label=label title=title on:click=move |_| open.run(index)>
                {picture}
                {is_video.then(|| view! { <span class="play" aria-hidden="true">"▶"</span> })}
                {media.hidden.then(|| view! { <span class="veil">{icon("hidden")}</span> })}
            </button>
        }
    };
    view! { <div class="media-thumbs">{media.iter().enumerate().map(one).collect_view()}</div> }.into_any()
}
