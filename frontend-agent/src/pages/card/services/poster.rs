//! The picture a video is shown by: its first one that can be seen, drawn by the browser.

use frontend_ui::api;
use futures::channel::oneshot;
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::document;
use shared_types::{endpoint::Nothing, id::MediaId, services::SetPoster};
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{Blob, CanvasRenderingContext2d, HtmlCanvasElement, HtmlVideoElement, Url};

/// The longer side of a poster.
const SIDE: u32 = 1280;
/// Milliseconds after which a video that shows nothing has no poster.
const PATIENCE: u32 = 8000;

/// Draws the poster and sends it; a video without one is shown all the same.
pub(super) async fn send(file: &web_sys::File, id: MediaId) {
    let Ok(address) = Url::create_object_url_with_blob(file) else {
        return;
    };
    if let Some(picture) = draw(&address).await {
        drop(api::send_bytes::<SetPoster>((id,), Nothing {}, picture, 0).await);
    }
    let _ = Url::revoke_object_url(&address);
}

async fn draw(address: &str) -> Option<Blob> {
    let video: HtmlVideoElement = document().create_element("video").ok()?.dyn_into().ok()?;
    video.set_muted(true);
    video.set_preload("auto");
    let (seen, is_seen) = oneshot::channel::<()>();
    let mut seen = Some(seen);
    let shown = Closure::<dyn FnMut()>::new(move || {
        let _ = seen.take().map(|seen| seen.send(()));
    });
    let film = video.clone();
    let loaded = Closure::<dyn FnMut()>::new(move || film.set_current_time(0.4));
    video.set_onloadeddata(Some(loaded.as_ref().unchecked_ref()));
    video.set_onseeked(Some(shown.as_ref().unchecked_ref()));
    video.set_src(address);
    futures::future::select(is_seen, TimeoutFuture::new(PATIENCE)).await;
    let (width, height) = (video.video_width(), video.video_height());
    let longer = width.max(height);
    if longer == 0 {
        return None;
    }
    let scaled = |length: u32| if longer > SIDE { length * SIDE / longer } else { length };
    let canvas: HtmlCanvasElement = document().create_element("canvas").ok()?.dyn_into().ok()?;
    canvas.set_width(scaled(width));
    canvas.set_height(scaled(height));
    let pen: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    pen.draw_image_with_html_video_element_and_dw_and_dh(
        &video,
        0.0,
        0.0,
        f64::from(canvas.width()),
        f64::from(canvas.height()),
    )
    .ok()?;
    let (made, is_made) = oneshot::channel::<Option<Blob>>();
    let mut made = Some(made);
    let keep = Closure::<dyn FnMut(Option<Blob>)>::new(move |blob| {
        let _ = made.take().map(|made| made.send(blob));
    });
    canvas
        .to_blob_with_type(keep.as_ref().unchecked_ref(), "image/jpeg")
        .ok()?;
    is_made.await.ok().flatten()
}
