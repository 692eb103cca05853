//! The camera: the browser's own reader of codes where it has one, else a library that is fetched when it is needed.

use super::{desk::Desk, texts::Words};
use frontend_ui::{format, i18n::t};
use gloo_timers::future::TimeoutFuture;
use leptos::{
    html,
    prelude::*,
    task::spawn_local,
    wasm_bindgen::{JsCast, JsValue},
    web_sys,
};
use wasm_bindgen_futures::JsFuture;

/// How often a picture is looked at.
const LOOK_MS: u32 = 150;
/// How long the same code in front of the camera is one scan.
const SAME_MS: i64 = 2_500;
/// What warehouses and marketplaces print.
const FORMATS: [&str; 6] = ["qr_code", "code_128", "code_39", "ean_13", "data_matrix", "itf"];
/// Where the library stands; the build copies it there, its version is in the path because the path is cached for ever.
const LIBRARY: &str = "/assets/agent/lazy/barcode-detector-3.2.2";

fn get(from: &JsValue, name: &str) -> Option<JsValue> {
    let value = js_sys::Reflect::get(from, &name.into()).ok()?;
    (!value.is_undefined() && !value.is_null()).then_some(value)
}

fn set(on: &js_sys::Object, name: &str, value: &JsValue) {
    let _ = js_sys::Reflect::set(on, &name.into(), value);
}

/// A reader of codes: the browser's, or the library's, which speaks the same.
async fn detector() -> Option<JsValue> {
    let window = JsValue::from(window());
    let class = match get(&window, "BarcodeDetector") {
        Some(class) => class,
        None => library().await?,
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

/// Fetches the library by a script of its own.
async fn library() -> Option<JsValue> {
    let window = JsValue::from(window());
    if get(&window, "BarcodeDetectionAPI").is_none() {
        let script = document().create_element("script").ok()?;
        script.set_attribute("src", &format!("{LIBRARY}/ponyfill.js")).ok()?;
        let loaded = js_sys::Promise::new(&mut |done, failed| {
            let _ = script.add_event_listener_with_callback("load", &done);
            let _ = script.add_event_listener_with_callback("error", &failed);
        });
        document().head()?.append_child(&script).ok()?;
        JsFuture::from(loaded).await.ok()?;
    }
    let library = get(&window, "BarcodeDetectionAPI")?;
    // Its program stands beside it, not where its makers keep theirs.
    let overrides = js_sys::Object::new();
    let locate = leptos::wasm_bindgen::closure::Closure::<dyn Fn(String) -> String>::new(|name: String| {
        format!("{LIBRARY}/{name}")
    });
    set(&overrides, "locateFile", &locate.into_js_value());
    let options = js_sys::Object::new();
    set(&options, "overrides", &overrides);
    let prepare: js_sys::Function = get(&library, "prepareZXingModule")?.dyn_into().ok()?;
    prepare.call1(&library, &options).ok()?;
    get(&library, "BarcodeDetector")
}

async fn stream() -> Option<web_sys::MediaStream> {
    let devices = window().navigator().media_devices().ok()?;
    let video = js_sys::Object::new();
    set(&video, "facingMode", &"environment".into());
    let wanted = web_sys::MediaStreamConstraints::new();
    wanted.set_video(&video);
    let stream = JsFuture::from(devices.get_user_media_with_constraints(&wanted).ok()?)
        .await
        .ok()?;
    stream.dyn_into().ok()
}

fn stop(stream: &web_sys::MediaStream) {
    for track in stream.get_tracks() {
        if let Ok(track) = track.dyn_into::<web_sys::MediaStreamTrack>() {
            track.stop();
        }
    }
}

/// The codes in the picture.
async fn look(detector: &JsValue, video: &web_sys::HtmlVideoElement) -> Vec<String> {
    let found = async {
        let detect: js_sys::Function = get(detector, "detect")?.dyn_into().ok()?;
        let promise: js_sys::Promise = detect.call1(detector, video).ok()?.dyn_into().ok()?;
        JsFuture::from(promise).await.ok()
    };
    let Some(found) = found.await else {
        return Vec::new();
    };
    js_sys::Array::from(&found)
        .iter()
        .filter_map(|code| get(&code, "rawValue")?.as_string())
        .collect()
}

/// The camera's button and its picture.
#[component]
pub(super) fn Camera(desk: Desk) -> impl IntoView {
    let (on, failed) = (RwSignal::new(false), RwSignal::new(false));
    let picture = NodeRef::<html::Video>::new();
    let watch = move || async move {
        let (Some(detector), Some(stream)) = (detector().await, stream().await) else {
            let _ = failed.try_set(true);
            let _ = on.try_set(false);
            return;
        };
        let mut last = (String::new(), 0_i64);
        if let Some(video) = picture.get_untracked() {
            video.set_src_object(Some(&stream));
            let _ = video.play();
        }
        // Until it is switched off, or the page is left.
        while on.try_get_untracked() == Some(true) {
            if let Some(video) = picture.try_get_untracked().flatten() {
                for code in look(&detector, &video).await {
                    let now = format::now().timestamp_millis();
                    if code != last.0 || now - last.1 > SAME_MS {
                        desk.take(&code);
                    }
                    last = (code, now);
                }
            }
            TimeoutFuture::new(LOOK_MS).await;
        }
        stop(&stream);
    };
    let press = move |_| {
        let starts = !on.get_untracked();
        on.set(starts);
        failed.set(false);
        if starts {
            spawn_local(watch());
        }
    };
    view! {
        <div class="row">
            <button type="button" class="button" data-testid="camera" on:click=press>{move || t(if on.get() { Words::StopCamera } else { Words::Camera })}</button>
            {move || failed.get().then(|| view! { <span class="fault" role="alert" data-testid="no-camera">{t(Words::NoCamera)}</span> })}
        </div>
        {move || on.get().then(|| view! { <div class="scan-camera"><video node_ref=picture playsinline muted></video></div> })}
    }
}
