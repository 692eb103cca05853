//! Services of items as shown in both cabinets: rows, measurements and thumbnails of photos and videos.

pub mod gallery;
mod icons;
pub mod order_form;
mod texts;

pub use crate::features::services::gallery::{Gallery, GalleryItem, gallery_items};
pub use icons::{custom_icon_text, icon};
pub use order_form::OrderServiceForm;
pub use texts::ServiceTexts;

use crate::{i18n::language, prelude::*};
use shared_types::{
    id::{ItemId, ItemServiceId},
    media::{MediaKind, PhotoAddresses},
    services::{ItemMedia, ItemService, LocalizedName, OrderServices, ServiceStatus},
};

/// Returns the name of a service in the language of the page.
pub fn service_name(names: &LocalizedName) -> String {
    names.in_language(language()).to_owned()
}

/// Returns the name of a service status.
pub fn status_name(status: ServiceStatus) -> &'static str {
    t(match status {
        ServiceStatus::Ordered => ServiceTexts::Ordered,
        ServiceStatus::Rendered => ServiceTexts::Rendered,
        ServiceStatus::Canceled => ServiceTexts::Canceled,
    })
}

/// Formats the measurements and the counted quantity of a service; `None` if there are none.
fn measurement_text(service: &ItemService) -> Option<String> {
    let measured = service.measured?;
    let sides = match (measured.length_mm, measured.width_mm, measured.height_mm) {
        (Some(length), Some(width), Some(height)) => Some(format!(
            "{length} × {width} × {height} {}",
            t(ServiceTexts::Millimetres)
        )),
        _ => None,
    };
    let weight = measured.weight_grams.map(format::weight);
    let counted = measured
        .counted_quantity
        .map(|counted| format!("{counted} {}", t(ServiceTexts::Pieces)));
    let parts: Vec<_> = [weight, sides, counted].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(" · "))
}

/// A service of an item, with its actions.
pub fn service_row(service: &ItemService, actions: AnyView) -> AnyView {
    let price = match service.unit_price {
        Some(price) if !service.free => price.checked_mul(service.qty.into()).map(format::money),
        _ if service.free => Some(t(ServiceTexts::Free).to_owned()),
        _ => None,
    };
    let paid = (service.paid.is_some() && service.status != ServiceStatus::Canceled).then(|| t(ServiceTexts::Paid));
    let times = (service.qty > 1).then(|| format!(" × {}", service.qty));
    let class = format!("badge service-{}", service.status.as_str());
    any_view! {
        <li class="service" data-testid="service">
            <span class="service-icon">{icon(&service.icon)}</span>
            <span class="service-text">
                <span>
                    {service_name(&service.names)}{times}" "<span class=class>{status_name(service.status)}</span>
                </span>
                {(!service.comment.is_empty())
                    .then(|| {
                        view! {
                            <span dir="auto" class="muted">
                                {service.comment.clone()}
                            </span>
                        }
                    })}
                {measurement_text(service).map(|text| view! { <strong data-testid="measured">{text}</strong> })}
            </span>
            <span class="muted service-price">{price}{paid.map(|paid| format!(" · {paid}"))}</span>
            {actions}
        </li>
    }
}

/// Returns the photos and videos of an item: the media of its services and the extra ones.
pub fn item_media(all: &OrderServices, item: ItemId) -> Vec<ItemMedia> {
    all.media
        .iter()
        .filter(|media| media.item_id == item)
        .cloned()
        .collect()
}

/// Returns the first photo of a received item that is not hidden from the client.
pub fn received_photo(all: &OrderServices, item: ItemId) -> Option<PhotoAddresses> {
    let is_shown = |media: &&ItemMedia| media.item_id == item && media.kind == MediaKind::Photo && !media.hidden;
    all.media.iter().find(is_shown)?.photo.clone()
}

/// Returns the photos and videos of a service, or the extra ones if `service` is `None`.
pub fn service_media(media: &[ItemMedia], service: Option<ItemServiceId>) -> Vec<ItemMedia> {
    media
        .iter()
        .filter(|media| media.service_id == service)
        .cloned()
        .collect()
}

/// A row of thumbnails; a click calls `open` with the index of the photo or video.
pub fn thumbnail_row(media: &[GalleryItem], open: Callback<usize>) -> AnyView {
    if media.is_empty() {
        return ().into_any();
    }
    let one = |(index, media): (usize, &GalleryItem)| {
        let is_video = media.kind == MediaKind::Video;
        let label = if is_video {
            t(ServiceTexts::Video)
        } else {
            t(ServiceTexts::Photo)
        };
        let label = format!("{label} {}", index + 1);
        let class = if media.hidden {
            "media-thumb is-hidden"
        } else {
            "media-thumb"
        };
        let title = media.hidden.then(|| t(ServiceTexts::Hidden));
        let picture = media
            .photo
            .clone()
            .map(|photo| view! { <img src=photo.thumb alt="" loading="lazy" /> });
        view! {
            <button
                type="button"
                class=class
                data-testid="media-thumb"
                aria-label=label
                title=title
                on:click=move |_| open.run(index)
            >
                {picture}
                {is_video
                    .then(|| {
                        view! {
                            <span class="play" aria-hidden="true">
                                "▶"
                            </span>
                        }
                    })}
                {media.hidden.then(|| view! { <span class="hidden-overlay">{icon("hidden")}</span> })}
            </button>
        }
    };
    any_view! { <div class="media-thumbs">{media.iter().enumerate().map(one).collect_view()}</div> }
}
