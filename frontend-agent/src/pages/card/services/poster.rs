//! Posters of videos: the browser draws a frame near the start as a JPEG.

use frontend_ui::api;
use futures::channel::oneshot;
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::document;
use shared_types::{endpoint::Nothing, id::MediaId, services::SetPoster};
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{Blob, CanvasRenderingContext2d, HtmlCanvasElement, HtmlVideoElement, Url};

/// The maximum length of the longer side of a poster, in pixels.
const MAX_SIDE: u32 = 1280;
/// How long to wait for a frame, in milliseconds; after that the video has no poster.
const LOAD_TIMEOUT_MS: u32 = 8000;

/// Draws the poster and uploads it. Errors are ignored: a video without a poster works too.
pub(super) async fn upload(file: &web_sys::File, id: MediaId) {
    let Ok(address) = Url::create_object_url_with_blob(file) else {
        return;
    };
    if let Some(poster) = draw_frame(&address).await {
        drop(api::send_bytes::<SetPoster>((id,), Nothing {}, poster, 0).await);
    }
    let _ = Url::revoke_object_url(&address);
}

async fn draw_frame(address: &str) -> Option<Blob> {
    let video: HtmlVideoElement = document().create_element("video").ok()?.dyn_into().ok()?;
    video.set_muted(true);
    video.set_preload("auto");
    let (sender, frame_ready) = oneshot::channel::<()>();
    let mut sender = Some(sender);
    let on_seeked = Closure::<dyn FnMut()>::new(move || {
        let _ = sender.take().map(|sender| sender.send(()));
    });
    let loaded_video = video.clone();
    let on_loaded = Closure::<dyn FnMut()>::new(move || loaded_video.set_current_time(0.4));
    video.set_onloadeddata(Some(on_loaded.as_ref().unchecked_ref()));
    video.set_onseeked(Some(on_seeked.as_ref().unchecked_ref()));
    video.set_src(address);
    futures::future::select(frame_ready, TimeoutFuture::new(LOAD_TIMEOUT_MS)).await;
    let (width, height) = (video.video_width(), video.video_height());
    let longer = width.max(height);
    if longer == 0 {
        return None;
    }
    let scaled = |length: u32| {
        if longer > MAX_SIDE {
            length * MAX_SIDE / longer
        } else {
            length
        }
    };
    let canvas: HtmlCanvasElement = document().create_element("canvas").ok()?.dyn_into().ok()?;
    canvas.set_width(scaled(width));
    canvas.set_height(scaled(height));
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    context
        .draw_image_with_html_video_element_and_dw_and_dh(
            &video,
            0.0,
            0.0,
            f64::from(canvas.width()),
            f64::from(canvas.height()),
        )
        .ok()?;
    let (sender, encoded) = oneshot::channel::<Option<Blob>>();
    let mut sender = Some(sender);
    let on_encoded = Closure::<dyn FnMut(Option<Blob>)>::new(move |blob| {
        let _ = sender.take().map(|sender| sender.send(blob));
    });
    canvas
        .to_blob_with_type(on_encoded.as_ref().unchecked_ref(), "image/jpeg")
        .ok()?;
    encoded.await.ok().flatten()
}
