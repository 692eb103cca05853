//! Interfaces of the browser by their names, which `web-sys` lacks or not every browser has.

use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Calls a method by its name. Fails if it is missing or throws.
pub(crate) fn call(target: &JsValue, method: &str, arguments: &[JsValue]) -> Result<JsValue, JsValue> {
    let method: Function = Reflect::get(target, &method.into())?.dyn_into()?;
    method.apply(target, &arguments.iter().collect())
}

/// Calls a method that returns a promise, and waits for its result.
pub(crate) async fn call_async(target: &JsValue, method: &str, arguments: &[JsValue]) -> Result<JsValue, JsValue> {
    let promise: Promise = call(target, method, arguments)?.dyn_into()?;
    JsFuture::from(promise).await
}

/// A property; `undefined` if it is missing.
pub(crate) fn property(target: &JsValue, name: &str) -> JsValue {
    Reflect::get(target, &name.into()).unwrap_or_default()
}
