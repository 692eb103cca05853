//! The address of the page, beneath the router.

use leptos::prelude::window;
use wasm_bindgen::JsValue;

/// A parameter of the query. The router decodes the values twice, which changes addresses inside them.
pub fn query_parameter(name: &str) -> Option<String> {
    let query = window().location().search().ok()?;
    let pairs = query.trim_start_matches('?').split('&');
    let mut pairs = pairs.filter_map(|pair| pair.split_once('='));
    let (_, value) = pairs.find(|(found, _)| *found == name)?;
    let value = js_sys::decode_uri_component(&value.replace('+', "%20"));
    value.ok().map(String::from)
}

/// Removes the query and the fragment, and keeps the page as it is.
pub fn drop_query() {
    let path = window().location().pathname().unwrap_or_default();
    if let Ok(history) = window().history() {
        // Without a history the page works as before, but a reload reads the query again.
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&path));
    }
}
