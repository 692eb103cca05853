//! Elements, methods and properties of the page by their names. Classes of `web-sys` are larger: each needs a check of its own.

use js_sys::{Array, Function, Reflect};
use leptos::prelude::document;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Element;

/// Calls a method. Fails if it is missing or throws.
pub(crate) fn call(target: &JsValue, method: &str, arguments: &[JsValue]) -> Result<JsValue, JsValue> {
    let method: Function = Reflect::get(target, &method.into())?.dyn_into()?;
    method.apply(target, &arguments.iter().collect())
}

/// A property; `undefined` if it is missing.
pub(crate) fn property(target: &JsValue, name: &str) -> JsValue {
    Reflect::get(target, &name.into()).unwrap_or_default()
}

/// A property of an element that is a text; empty if it is missing.
pub(crate) fn text_property(element: &Element, name: &str) -> String {
    property(element, name).as_string().unwrap_or_default()
}

/// Focuses an element without scrolling to it.
pub(crate) fn focus(element: &Element) {
    let options = js_sys::Object::new();
    // Both fail for objects that are not extensible only. An element that can't have the focus ignores it.
    let _ = Reflect::set(&options, &"preventScroll".into(), &JsValue::TRUE);
    let _ = call(element, "focus", &[options.into()]);
}

/// All elements of a selector, in the order of the page.
pub(crate) fn all(selector: &str) -> Vec<Element> {
    let found = call(&document(), "querySelectorAll", &[selector.into()]).unwrap_or_else(|_| Array::new().into());
    let elements = Array::from(&found);
    elements.iter().filter_map(|node| node.dyn_into().ok()).collect()
}

/// Whether the page has an element of a selector.
pub(crate) fn exists(selector: &str) -> bool {
    matches!(document().query_selector(selector), Ok(Some(_)))
}

/// Whether an element is in another one of a selector, or is it.
pub(crate) fn is_within(element: &Element, selector: &str) -> bool {
    matches!(element.closest(selector), Ok(Some(_)))
}

/// The selector of elements with these attributes. Quotes and backslashes of values are escaped.
pub(crate) fn selector(tag: &str, attributes: &[(&str, String)]) -> String {
    let attributes = attributes.iter().map(|(name, value)| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\a ");
        format!("[{name}=\"{value}\"]")
    });
    format!("main {tag}{}", attributes.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::selector;

    #[test]
    fn values_are_quoted_in_selectors() {
        let attributes = [("name", "row".to_owned()), ("aria-label", "a\"b\\".to_owned())];
        assert_eq!(selector("a", &attributes), r#"main a[name="row"][aria-label="a\"b\\"]"#);
    }
}
