//! Scanning by camera: with the `BarcodeDetector` of the browser, or with a library that is loaded on demand.

use super::{
    js::{call, get, set},
    texts::ScanTexts,
};
use frontend_ui::prelude::*;
use gloo_timers::future::TimeoutFuture;
use leptos::{
    html,
    wasm_bindgen::{JsCast, JsValue},
    web_sys,
};
use wasm_bindgen_futures::JsFuture;

/// Interval between analyzed frames, in milliseconds.
const FRAME_INTERVAL_MS: u32 = 150;
/// Within this time the same code in front of the camera counts as one scan, in milliseconds.
const SAME_CODE_MS: i64 = 2_500;
/// The code formats that warehouses and marketplaces print.
const FORMATS: [&str; 6] = ["qr_code", "code_128", "code_39", "ean_13", "data_matrix", "itf"];
/// The URL of the library, where the build copies it. The path contains the version, because it is cached permanently.
const LIBRARY_URL: &str = "/assets/agent/lazy/barcode-detector-3.2.2";

/// Creates a detector of the browser or of the library; both have the same interface.
async fn create_detector() -> Option<JsValue> {
    let window = JsValue::from(window());
    let class = match get(&window, "BarcodeDetector") {
        Some(class) => class,
        None => load_library().await?,
    };
    let formats = FORMATS
        .iter()
        .map(|name| JsValue::from_str(name))
        .collect::<js_sys::Array>();
    let options = js_sys::Object::new();
    set(&options, "formats", &formats);
    let class: js_sys::Function = class.dyn_into().ok()?;
    js_sys::Reflect::construct(&class, &js_sys::Array::of1(&options)).ok()
}

/// Loads the library with a `<script>` element and returns its `BarcodeDetector` class.
async fn load_library() -> Option<JsValue> {
    let window = JsValue::from(window());
    if get(&window, "BarcodeDetectionAPI").is_none() {
        let script = document().create_element("script").ok()?;
        script
            .set_attribute("src", &format!("{LIBRARY_URL}/ponyfill.js"))
            .ok()?;
        let loaded = js_sys::Promise::new(&mut |resolve, reject| {
            let _ = script.add_event_listener_with_callback("load", &resolve);
            let _ = script.add_event_listener_with_callback("error", &reject);
        });
        document().head()?.append_child(&script).ok()?;
        JsFuture::from(loaded).await.ok()?;
    }
    let library = get(&window, "BarcodeDetectionAPI")?;
    // Its WebAssembly module is served from here, not from the CDN that the library uses by default.
    let overrides = js_sys::Object::new();
    let locate = leptos::wasm_bindgen::closure::Closure::<dyn Fn(String) -> String>::new(|name: String| {
        format!("{LIBRARY_URL}/{name}")
    });
    set(&overrides, "locateFile", &locate.into_js_value());
    let options = js_sys::Object::new();
    set(&options, "overrides", &overrides);
    let prepare: js_sys::Function = get(&library, "prepareZXingModule")?.dyn_into().ok()?;
    prepare.call1(&library, &options).ok()?;
    get(&library, "BarcodeDetector")
}

/// Opens the rear camera.
async fn open_camera() -> Option<web_sys::MediaStream> {
    let devices = window().navigator().media_devices().ok()?;
    let video = js_sys::Object::new();
    set(&video, "facingMode", &"environment".into());
    let constraints = web_sys::MediaStreamConstraints::new();
    constraints.set_video(&video);
    let stream = JsFuture::from(devices.get_user_media_with_constraints(&constraints).ok()?)
        .await
        .ok()?;
    stream.dyn_into().ok()
}

fn stop_tracks(stream: &web_sys::MediaStream) {
    for track in stream.get_tracks() {
        if let Ok(track) = track.dyn_into::<web_sys::MediaStreamTrack>() {
            track.stop();
        }
    }
}

/// The codes in the current frame.
async fn detect_codes(detector: &JsValue, video: &web_sys::HtmlVideoElement) -> Vec<String> {
    let Some(codes) = call(detector, "detect", &js_sys::Array::of1(video)).await else {
        return Vec::new();
    };
    js_sys::Array::from(&codes)
        .iter()
        .filter_map(|code| get(&code, "rawValue")?.as_string())
        .collect()
}

/// The button that switches the camera on and off, and the video.
#[component]
pub(super) fn Camera(on_code: Callback<String>) -> impl IntoView {
    let (on, failed) = (RwSignal::new(false), RwSignal::new(false));
    let picture = NodeRef::<html::Video>::new();
    let watch = move || async move {
        let (Some(detector), Some(stream)) = (create_detector().await, open_camera().await) else {
            let _ = failed.try_set(true);
            let _ = on.try_set(false);
            return;
        };
        let mut last = (String::new(), 0_i64);
        if let Some(video) = picture.try_get_untracked().flatten() {
            video.set_src_object(Some(&stream));
            let _ = video.play();
        }
        // Until the camera is switched off or the page is left.
        while on.try_get_untracked() == Some(true) {
            if let Some(video) = picture.try_get_untracked().flatten() {
                for code in detect_codes(&detector, &video).await {
                    let now = format::now().timestamp_millis();
                    if code != last.0 || now - last.1 > SAME_CODE_MS {
                        on_code.try_run(code.clone());
                    }
                    last = (code, now);
                }
            }
            TimeoutFuture::new(FRAME_INTERVAL_MS).await;
        }
        stop_tracks(&stream);
    };
    let toggle = move |_| {
        let is_on = !on.get_untracked();
        on.set(is_on);
        failed.set(false);
        if is_on {
            spawn_local(watch());
        }
    };
    view! {
        <div class="row">
            <button type="button" class="button camera-button" data-testid="camera" on:click=toggle>
                {move || t(if on.get() { ScanTexts::StopCamera } else { ScanTexts::Camera })}
            </button>
            {move || {
                failed
                    .get()
                    .then(|| {
                        view! {
                            <span class="fault" role="alert" data-testid="no-camera">
                                {t(ScanTexts::NoCamera)}
                            </span>
                        }
                    })
            }}
        </div>
        {move || {
            on.get()
                .then(|| {
                    view! {
                        <div class="scan-camera">
                            <video node_ref=picture playsinline muted></video>
                        </div>
                    }
                })
        }}
    }
}
