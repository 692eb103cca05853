//! Keeps typed text of a form across reloads and failures, in the session storage of the browser tab.

use crate::session::current_user;
use leptos::prelude::*;
use serde_json::{Map, Value};

fn storage() -> Option<web_sys::Storage> {
    window().session_storage().ok().flatten()
}

/// The storage key of a form. It contains the user and the cabinet, so that text stays private to the person who typed it in this
/// tab.
fn storage_key(form: &str) -> String {
    let owner = current_user().0.with_untracked(|me| {
        me.as_ref()
            .map(|me| format!("{}.{:?}", me.user.phone, me.cabinet.member_id))
    });
    format!("karavan.form.{form}.{}", owner.unwrap_or_default())
}

/// A form whose texts are kept.
#[derive(Clone, Copy)]
pub struct KeptForm {
    key: StoredValue<String>,
    fields: StoredValue<Vec<(&'static str, RwSignal<String>)>>,
    initial: StoredValue<Vec<String>>,
}

impl KeptForm {
    /// Restores the texts that were kept for this form, and keeps each later change.
    pub fn new(form: &str, fields: Vec<(&'static str, RwSignal<String>)>) -> Self {
        let key = storage_key(form);
        let initial = fields.iter().map(|(_, text)| text.get_untracked()).collect();
        let kept = storage().and_then(|storage| storage.get_item(&key).ok().flatten());
        if let Some(Ok(kept)) = kept.map(|text| serde_json::from_str::<Map<String, Value>>(&text)) {
            for (name, text) in &fields {
                if let Some(value) = kept.get(*name).and_then(Value::as_str) {
                    text.set(value.to_owned());
                }
            }
        }
        let watched = fields.clone();
        let form = Self {
            key: StoredValue::new(key),
            fields: StoredValue::new(fields),
            initial: StoredValue::new(initial),
        };
        Effect::new(move |_| {
            let texts: Map<String, Value> = watched
                .iter()
                .map(|(name, text)| ((*name).to_owned(), Value::String(text.get())))
                .collect();
            if let (Some(storage), Ok(text)) = (storage(), serde_json::to_string(&texts)) {
                // Without room in the storage the form works as before, but a reload empties it.
                let _ = storage.set_item(&form.key.get_value(), &text);
            }
        });
        form
    }

    /// Empties the form and removes the stored text.
    pub fn clear(self) {
        // Without values the form was closed.
        let initial = self.initial.try_get_value().unwrap_or_default();
        self.fields.try_with_value(|fields| {
            for ((_, text), initial) in fields.iter().zip(initial) {
                text.set(initial);
            }
        });
        self.forget();
    }

    /// Removes the stored text; the form itself stays as it is.
    pub fn forget(self) {
        if let (Some(storage), Some(key)) = (storage(), self.key.try_get_value()) {
            let _ = storage.remove_item(&key);
        }
    }
}
