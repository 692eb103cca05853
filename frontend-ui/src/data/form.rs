//! Forms of an object that other people may change meanwhile.

use super::{
    Action,
    value::{Live, Value},
};
use crate::{
    api::{Error, Options},
    components::{NumberInput, notify},
    format,
    i18n::{Text, t},
    numbers::NumberKind,
};
use leptos::prelude::*;
use shared_types::problem::ProblemCode;
use std::future::Future;

/// A form whose fields follow the object until a person changes them. A change of what the person has changed too makes the form
/// stale: it is sent with the version before that change, so the server refuses it once.
pub struct Form<T> {
    record: Live<T>,
    version_of: fn(&T) -> i64,
    inner: StoredValue<Inner>,
}

impl<T> Clone for Form<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Form<T> {}

struct Inner {
    fields: Vec<FormField>,
    version: Option<i64>,
    /// Whether the person was notified of a change that is not loaded yet.
    is_told: bool,
}

/// A field, or without a text a part of the object that a dialog as a whole depends on.
struct FormField {
    text: Option<RwSignal<String>>,
    /// The value of the object that it began with.
    base: Option<Value>,
    source: Box<dyn Fn() -> Option<Value> + Send + Sync>,
}

impl FormField {
    fn is_touched(&self) -> bool {
        let base = self.base.as_ref().and_then(Value::read::<String>);
        self.text
            .is_none_or(|text| text.with_untracked(|text| Some(text) != base))
    }

    /// Takes the new value of the object. Returns whether the person has changed the field, too.
    fn follow(&mut self) -> bool {
        let value = (self.source)();
        if value == self.base {
            return false;
        }
        let is_touched = self.is_touched();
        self.base = value;
        if let (Some(text), false) = (self.text, is_touched)
            && let Some(value) = self.base.as_ref().and_then(Value::read::<String>)
        {
            text.set(value.clone());
        }
        is_touched && self.is_touched()
    }
}

impl Inner {
    fn follow(&mut self, version: i64) {
        let conflicts = self
            .fields
            .iter_mut()
            .map(FormField::follow)
            .filter(|is_touched| *is_touched);
        if conflicts.count() == 0 || self.is_told {
            self.version = Some(version);
        }
        self.is_told = false;
    }

    fn texts(&self) -> Vec<Option<String>> {
        let texts = self.fields.iter().map(|field| field.text);
        texts.map(|text| text?.try_get_untracked()).collect()
    }

    /// Sent texts follow the object again. A person who was notified that the form is stale may send it as it is.
    fn finish(&mut self, sent: Vec<Option<String>>, error: Option<&Error>, version: Option<i64>) {
        match error {
            None => {
                for (field, text) in self.fields.iter_mut().zip(sent) {
                    field.base = text.map(Value::new).or(field.base.take());
                }
            }
            Some(error) if error.code() == Some(ProblemCode::VersionStale) => {
                self.is_told = self.version == version;
                self.version = version;
            }
            Some(_) => {}
        }
    }
}

fn follow(inner: StoredValue<Inner>, version: Box<dyn Fn() -> Option<i64> + Send + Sync>) {
    Effect::new(move |_| {
        // The fields of an object that is gone stay as they are.
        if let Some(version) = version() {
            inner.try_update_value(|inner| untrack(|| inner.follow(version)));
        }
    });
}

impl<T: PartialEq + Send + Sync + 'static> Form<T> {
    pub(super) fn new(record: Live<T>, version_of: fn(&T) -> i64) -> Self {
        let inner = StoredValue::new(Inner {
            fields: Vec::new(),
            version: record.read(version_of),
            is_told: false,
        });
        follow(inner, Box::new(move || record.with(version_of)));
        Self {
            record,
            version_of,
            inner,
        }
    }

    fn add(self, text: Option<RwSignal<String>>, source: Box<dyn Fn() -> Option<Value> + Send + Sync>) {
        let field = FormField {
            text,
            base: source(),
            source,
        };
        self.inner.update_value(|inner| inner.fields.push(field));
    }

    /// The text of a field.
    pub fn text(self, source: impl Fn(&T) -> String + Send + Sync + 'static) -> RwSignal<String> {
        let text = RwSignal::new(self.record.read(&source).unwrap_or_default());
        self.add(Some(text), Box::new(move || self.record.read(&source).map(Value::new)));
        text
    }

    /// A field for a number.
    pub fn number(
        self,
        kind: NumberKind,
        source: impl Fn(&T) -> Option<String> + Send + Sync + 'static,
    ) -> NumberInput {
        let text = self.text(move |value| format::decimal(&source(value).unwrap_or_default()));
        NumberInput::with_text(kind, text)
    }

    /// Makes the form stale when this part of the object changes.
    pub fn depends_on<U: PartialEq + Send + Sync + 'static>(self, source: impl Fn(&T) -> U + Send + Sync + 'static) {
        self.add(None, Box::new(move || self.record.read(&source).map(Value::new)));
    }

    /// The object of the form.
    pub const fn object(self) -> Live<T> {
        self.record
    }

    /// The version that the form is based on.
    pub fn version(self) -> Option<i64> {
        self.inner.with_value(|inner| inner.version)
    }

    /// The texts that the person has changed.
    pub fn touched_texts(self) -> Vec<String> {
        self.inner.with_value(|inner| {
            let touched = inner.fields.iter().filter(|field| field.is_touched());
            touched.filter_map(|field| field.text?.try_get_untracked()).collect()
        })
    }

    /// The options of its call.
    pub fn options(self) -> Options {
        Options {
            version: self.version(),
            ..Options::default()
        }
    }

    /// Sends the form, and continues with the result if that succeeds.
    pub fn send<U: 'static>(
        self,
        action: Action,
        call: impl Future<Output = Result<U, Error>> + 'static,
        done: impl FnOnce(U) + 'static,
    ) {
        let texts = self.inner.with_value(Inner::texts);
        let call = async move {
            let result = call.await;
            let version = self.record.read(self.version_of);
            // The form is gone if the page was left meanwhile.
            self.inner
                .try_update_value(|inner| inner.finish(texts, result.as_ref().err(), version));
            result
        };
        action.run(call, done);
    }

    /// Sends the form, and says that the changes are saved if that succeeds.
    pub fn save<U: 'static>(self, action: Action, call: impl Future<Output = Result<U, Error>> + 'static) {
        self.send(action, call, |_| notify(t(Text::ChangesSaved)));
    }
}

impl<T: PartialEq + Send + Sync + 'static> Live<T> {
    /// A form whose fields begin with parts of the value.
    pub fn form(self, version: fn(&T) -> i64) -> Form<T> {
        Form::new(self, version)
    }
}
