//! Answers to requests that the page sends before its module is compiled (`tools/pages/src/restore_session.js`).

use super::{Error, parse, refresh};
use crate::access_token::store_access_token;
use leptos::prelude::window;
use serde::de::DeserializeOwned;
use shared_types::identity::Session;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Gets an access token for the login that the refresh cookie belongs to, from the page's own request if it has sent one.
pub async fn restore_session() -> Result<(), Error> {
    match take_answer::<Session>("karavanSession").await {
        Some(session) => store_access_token(session.access_token),
        None => {
            refresh().await?;
        }
    }
    Ok(())
}

/// The user of the restored session, if the page has requested it.
pub async fn restored_user<T: DeserializeOwned>() -> Option<T> {
    take_answer("karavanUser").await
}

/// Waits for an answer and removes it: each is used once. `None` if the request was not sent or failed.
async fn take_answer<T: DeserializeOwned>(name: &str) -> Option<T> {
    let window = window();
    let name = JsValue::from_str(name);
    let promise: js_sys::Promise = js_sys::Reflect::get(&window, &name).ok()?.dyn_into().ok()?;
    let _ = js_sys::Reflect::delete_property(&window, &name);
    let text: JsValue = JsFuture::from(promise).await.ok()?;
    parse(&text.as_string()?).ok()
}
