//! Photos of problems with a shipment, and of the scale.

use crate::features::services::{Gallery, gallery_items, thumbnail_row};
use leptos::prelude::*;
use shared_types::shipments::ShipmentPhoto;

/// Thumbnails of photos; a click opens them in the gallery.
pub(super) fn photo_row(photos: &[ShipmentPhoto]) -> AnyView {
    let photos = gallery_items(photos);
    let gallery_index = RwSignal::new(None::<usize>);
    let open = Callback::new(move |index| gallery_index.set(Some(index)));
    any_view! {
        {thumbnail_row(&photos, open)}
        {move || {
            gallery_index
                .get()
                .map(|start| {
                    view! {
                        <Gallery
                            media=photos.clone()
                            start=start
                            close=Callback::new(move |()| gallery_index.set(None))
                        />
                    }
                })
        }}
    }
}
