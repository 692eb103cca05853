//! Access to interfaces of the browser that have no types here.

use leptos::wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

pub(super) fn get(from: &JsValue, name: &str) -> Option<JsValue> {
    let value = js_sys::Reflect::get(from, &name.into()).ok()?;
    (!value.is_undefined() && !value.is_null()).then_some(value)
}

pub(super) fn set(on: &js_sys::Object, name: &str, value: &JsValue) {
    let _ = js_sys::Reflect::set(on, &name.into(), value);
}

/// The result of a method that returns a promise, or `None` if it fails.
pub(super) async fn call(object: &JsValue, method: &str, arguments: &js_sys::Array) -> Option<JsValue> {
    let method: js_sys::Function = get(object, method)?.dyn_into().ok()?;
    let promise: js_sys::Promise = method.apply(object, arguments).ok()?.dyn_into().ok()?;
    JsFuture::from(promise).await.ok()
}
