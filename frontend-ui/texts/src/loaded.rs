//! The texts that a page has loaded.

use crate::tables::{RECORD, TableKey, UNIT};
use std::cell::RefCell;

/// The texts of an enum, in the order of its variants.
type Table = (TableKey, Vec<&'static str>);

thread_local! {
    /// The tables of the page's language, sorted by key.
    static TABLES: RefCell<Vec<Table>> = const { RefCell::new(Vec::new()) };
}

/// A text of the page's language.
pub fn find(key: TableKey, index: usize) -> &'static str {
    let found = TABLES.with_borrow(|tables| {
        let position = tables.binary_search_by_key(&key, |(key, _)| *key).ok()?;
        tables[position].1.get(index).copied()
    });
    found.unwrap_or_else(|| {
        leptos::logging::error!("text {index} of the table {key:?} is not loaded");
        ""
    })
}

/// Replaces the texts of the page. Each record contains `per_text` translations of each text; the one at `position` is used.
fn store(records: &'static str, per_text: usize, position: usize) {
    let mut tables: Vec<Table> = records
        .split_terminator(RECORD)
        .map(|record| {
            let texts = record.split_terminator(UNIT).skip(1);
            (
                TableKey::from_record(record),
                texts.skip(position).step_by(per_text).collect(),
            )
        })
        .collect();
    tables.sort_unstable_by_key(|(key, _)| *key);
    TABLES.set(tables);
}

#[cfg(target_arch = "wasm32")]
mod browser {
    use super::store;
    use crate::{Language, tables::position};
    use gloo_net::http::Request;
    use gloo_timers::future::TimeoutFuture;
    use js_sys::{ArrayBuffer, Uint8Array, WebAssembly};
    use leptos::prelude::{document, window};
    use wasm_bindgen::{JsCast, JsValue};
    use wasm_bindgen_futures::JsFuture;

    /// The custom section with the texts.
    const SECTION: &str = "karavan-texts";
    /// Pauses before the file of a language is requested again, in milliseconds.
    const RETRY_PAUSES: [u32; 3] = [500, 2000, 5000];

    /// Loads the texts of a language. Returns whether they are there.
    pub async fn load_texts(language: Language) -> bool {
        let Some(base) = base_address() else {
            return read_section(language);
        };
        let address = format!("{base}-{}.txt", language.as_str());
        for pause in RETRY_PAUSES.map(Some).into_iter().chain([None]) {
            if let Some(texts) = fetch_texts(&address).await {
                store(texts.leak(), 1, 0);
                return true;
            }
            if let Some(pause) = pause {
                TimeoutFuture::new(pause).await;
            }
        }
        false
    }

    /// The address of the language files without language and extension, which `tools/pages` writes to the page.
    fn base_address() -> Option<String> {
        let meta = document().query_selector("meta[name=texts]").ok().flatten()?;
        meta.get_attribute("content")
    }

    async fn fetch_texts(address: &str) -> Option<String> {
        if let Some(text) = requested_text(address).await {
            return Some(text);
        }
        let response = Request::get(address).send().await.ok()?;
        if !response.ok() {
            return None;
        }
        response.text().await.ok()
    }

    /// The answer to the request that the page has sent before its module was compiled, if it was for this address.
    async fn requested_text(address: &str) -> Option<String> {
        let property = |name: &str| js_sys::Reflect::get(&window(), &JsValue::from_str(name)).ok();
        if property("karavanTextsAddress")?.as_string()? != address {
            return None;
        }
        let promise: js_sys::Promise = property("karavanTexts")?.dyn_into().ok()?;
        let text: JsValue = JsFuture::from(promise).await.ok()?;
        text.as_string()
    }

    /// Reads the texts from the custom section of the page's own module.
    fn read_section(language: Language) -> bool {
        let module = wasm_bindgen::module();
        let sections = WebAssembly::Module::custom_sections(module.unchecked_ref(), SECTION);
        let mut bytes = Vec::new();
        for section in sections.iter() {
            bytes.extend(Uint8Array::new(section.unchecked_ref::<ArrayBuffer>()).to_vec());
        }
        match String::from_utf8(bytes) {
            Ok(texts) if !texts.is_empty() => {
                store(texts.leak(), 3, position(language));
                true
            }
            _ => false,
        }
    }
}

#[cfg(target_arch = "wasm32")]
pub use browser::load_texts;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Language, tables::position};

    const RECORDS: &str = "a::Fruit\u{1f}яблоко\u{1f}apple\u{1f}苹果\u{1f}груша\u{1f}pear\u{1f}梨\u{1f}\u{1e}a::Other\u{1f}да\u{1f}yes\u{1f}是\u{1f}\u{1e}";

    #[test]
    fn texts_of_the_language_are_found_by_their_index() {
        store(RECORDS, 3, position(Language::Zh));
        let fruit = TableKey::from_record("a::Fruit");
        assert_eq!((find(fruit, 0), find(fruit, 1)), ("苹果", "梨"));
        assert_eq!(find(TableKey::from_record("a::Other\u{1f}rest"), 0), "是");
    }

    #[test]
    fn file_of_one_language_has_one_text_per_variant() {
        store("a::Fruit\u{1f}apple\u{1f}pear\u{1f}\u{1e}", 1, 0);
        assert_eq!(find(TableKey::from_record("a::Fruit"), 1), "pear");
    }

    #[test]
    fn missing_text_is_empty() {
        store(RECORDS, 3, 0);
        assert_eq!(find(TableKey::from_record("a::Fruit"), 2), "");
    }
}
