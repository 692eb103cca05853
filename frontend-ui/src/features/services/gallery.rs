//! A full-screen gallery of photos and videos, with swiping, keyboard navigation and zoom.

use super::ServiceTexts;
use crate::prelude::*;
use leptos::{ev::KeyboardEvent, html};
use shared_types::{
    media::{MediaKind, PhotoAddresses},
    services::ItemMedia,
    shipments::ShipmentPhoto,
};

/// A photo or video in the gallery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GalleryItem {
    /// Whether it is a photo or a video.
    pub kind: MediaKind,
    /// The photo, or the poster of a video.
    pub photo: Option<PhotoAddresses>,
    pub video: Option<String>,
    /// Whether it is hidden from the client.
    pub hidden: bool,
}

impl From<&ItemMedia> for GalleryItem {
    fn from(media: &ItemMedia) -> Self {
        Self {
            kind: media.kind,
            photo: media.photo.clone(),
            video: media.video.clone(),
            hidden: media.hidden,
        }
    }
}

impl From<&ShipmentPhoto> for GalleryItem {
    fn from(photo: &ShipmentPhoto) -> Self {
        Self {
            kind: MediaKind::Photo,
            photo: Some(photo.addresses.clone()),
            video: None,
            hidden: false,
        }
    }
}

/// Converts photos and videos of any type to items of the gallery.
pub fn gallery_items<'a, T>(media: &'a [T]) -> Vec<GalleryItem>
where
    GalleryItem: From<&'a T>,
{
    media.iter().map(GalleryItem::from).collect()
}

/// A slide of the gallery.
fn slide(media: GalleryItem, index: usize, zoomed: RwSignal<Option<usize>>) -> AnyView {
    let toggle = move |_| zoomed.update(|zoomed| *zoomed = if *zoomed == Some(index) { None } else { Some(index) });
    let class = move || {
        if zoomed.get() == Some(index) {
            "slide zoomed"
        } else {
            "slide"
        }
    };
    let content = match (media.kind, media.video, media.photo) {
        (MediaKind::Video, Some(video), poster) => {
            let poster = poster.map(|poster| poster.view);
            any_view! { <video src=video poster=poster controls=true playsinline=true preload="metadata"></video> }
        }
        (_, _, Some(photo)) => {
            let alt = format!("{} {}", t(ServiceTexts::Photo), index + 1);
            // The original is loaded only when the photo is zoomed.
            let source = move || {
                if zoomed.get() == Some(index) {
                    photo.full.clone()
                } else {
                    photo.view.clone()
                }
            };
            any_view! { <img src=source alt=alt loading="lazy" draggable="false" on:dblclick=toggle /> }
        }
        _ => ().into_any(),
    };
    any_view! { <figure class=class>{content}</figure> }
}

/// The gallery, built on the `<dialog>` element, which brings the focus trap and Escape.
#[component]
pub fn Gallery(
    /// The photos and videos.
    media: Vec<GalleryItem>,
    /// The index of the one shown first.
    start: usize,
    /// Called when the gallery is closed.
    close: Callback<()>,
) -> impl IntoView {
    let (dialog, strip) = (NodeRef::<html::Dialog>::new(), NodeRef::<html::Div>::new());
    let count = media.len();
    let (at, zoomed) = (RwSignal::new(start), RwSignal::new(None::<usize>));
    let show_slide = move |to: usize| {
        if let Some(strip) = strip.get_untracked().filter(|_| to < count) {
            zoomed.set(None);
            strip.set_scroll_left(strip.client_width() * i32::try_from(to).unwrap_or(0));
            at.set(to);
        }
    };
    Effect::new(move |_| {
        if let Some(dialog) = dialog.get() {
            let _ = dialog.show_modal();
            show_slide(start);
        }
    });
    let scrolled = move |_| {
        if let Some(strip) = strip.get_untracked() {
            let width = strip.client_width().max(1);
            let visible_index = usize::try_from((strip.scroll_left() + width / 2) / width).unwrap_or(0);
            if visible_index != at.get_untracked() {
                zoomed.set(None);
                at.set(visible_index);
            }
        }
    };
    let step = move |forward: bool| {
        let current = at.get_untracked();
        if forward {
            show_slide(current + 1);
        } else if current > 0 {
            show_slide(current - 1);
        }
    };
    let keys = move |event: KeyboardEvent| match event.key().as_str() {
        "ArrowRight" => step(true),
        "ArrowLeft" => step(false),
        "Home" => show_slide(0),
        "End" => show_slide(count.saturating_sub(1)),
        _ => {}
    };
    let zoom = move |_| {
        let current = at.get_untracked();
        zoomed.update(|zoomed| *zoomed = if *zoomed == Some(current) { None } else { Some(current) });
    };
    let files: Vec<_> = media
        .iter()
        .map(|media| {
            media
                .video
                .clone()
                .or_else(|| media.photo.as_ref().map(|photo| photo.full.clone()))
        })
        .collect();
    let is_photo: Vec<_> = media.iter().map(|media| media.kind == MediaKind::Photo).collect();
    let slides: Vec<_> = media
        .into_iter()
        .enumerate()
        .map(|(index, media)| slide(media, index, zoomed))
        .collect();
    let is_last = move || at.get() + 1 >= count;
    any_view! {
        <dialog
            class="gallery"
            node_ref=dialog
            aria-label=t(ServiceTexts::Gallery)
            data-testid="gallery"
            on:close=move |_| close.run(())
            on:keydown=keys
        >
            <div class="gallery-bar">
                <span data-testid="gallery-place" aria-live="polite">
                    {move || format!("{} / {count}", at.get() + 1)}
                </span>
                <span class="spacer"></span>
                {move || {
                    is_photo
                        .get(at.get())
                        .copied()
                        .unwrap_or(false)
                        .then(|| {
                            view! {
                                <button
                                    type="button"
                                    data-testid="gallery-zoom"
                                    aria-label=t(ServiceTexts::Zoom)
                                    title=t(ServiceTexts::Zoom)
                                    aria-pressed=move || zoomed.get().is_some().to_string()
                                    on:click=zoom
                                >
                                    "⊕"
                                </button>
                            }
                        })
                }}
                {move || {
                    files
                        .get(at.get())
                        .cloned()
                        .flatten()
                        .map(|file| {
                            view! {
                                <a
                                    href=file
                                    target="_blank"
                                    rel="noreferrer"
                                    aria-label=t(ServiceTexts::Original)
                                    title=t(ServiceTexts::Original)
                                >
                                    "↗"
                                </a>
                            }
                        })
                }}
                <button
                    type="button"
                    data-testid="gallery-close"
                    aria-label=t(Text::Close)
                    on:click=move |_| close.run(())
                >
                    {Icon::X.view()}
                </button>
            </div>
            <div class="slides" node_ref=strip on:scroll=scrolled tabindex="-1">
                {slides}
            </div>
            <button
                type="button"
                class="slide-button back"
                data-testid="gallery-back"
                aria-label=t(ServiceTexts::Previous)
                disabled=move || at.get() == 0
                on:click=move |_| step(false)
            >
                "‹"
            </button>
            <button
                type="button"
                class="slide-button next"
                data-testid="gallery-next"
                aria-label=t(ServiceTexts::Next)
                disabled=is_last
                on:click=move |_| step(true)
            >
                "›"
            </button>
        </dialog>
    }
}
