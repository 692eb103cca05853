//! The description of a list for the editor: its fields, how an entry is shown, and its API calls.

use super::texts::SettingsTexts;
use frontend_ui::{api::Error, prelude::*};
use serde_json::Value;
use shared_types::{
    id::ListEntryId,
    settings::{Entry, EntryChange, EntryPositions, SettingsList},
};
use std::{future::Future, pin::Pin};

/// A boxed API call.
type BoxedResult<T> = Pin<Box<dyn Future<Output = Result<T, Error>>>>;

/// The type of a field: its input and its JSON value.
#[derive(Clone)]
pub(super) enum FieldKind {
    /// A required text.
    Text,
    /// An optional text; `null` if empty.
    OptionalText,
    /// A text of several lines.
    LongText,
    /// A whole number; 0 if empty.
    Whole,
    /// An optional whole number; `null` if empty.
    OptionalWhole,
    /// An amount of money; 0 if empty.
    Amount,
    /// An optional amount of money; `null` if empty.
    OptionalAmount,
    /// A required percentage.
    Percent,
    /// One of the options, given as key and label. With `number` the JSON value is the key as a number.
    Choice {
        options: Vec<(String, String)>,
        is_number: bool,
    },
    /// A country, by its code.
    Country,
    /// Any of the options, given as key and label. The JSON value is the list of their keys.
    Flags(Vec<(&'static str, &'static str)>),
    /// The brackets of a tariff.
    Steps,
}

/// A field of a form.
#[derive(Clone)]
pub(super) struct FieldSpec {
    /// The field of the DTO.
    pub(super) name: &'static str,
    pub(super) label: SettingsTexts,
    pub(super) kind: FieldKind,
    /// The initial value of a new entry.
    pub(super) initial: &'static str,
}

/// A field that is empty in a new entry.
pub(super) fn field_spec(name: &'static str, label: SettingsTexts, kind: FieldKind) -> FieldSpec {
    FieldSpec {
        name,
        label,
        kind,
        initial: "",
    }
}

/// An entry of a list, with its values as JSON.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    pub(super) id: ListEntryId,
    pub(super) archived: bool,
    pub(super) version: i64,
    pub(super) values: Value,
}

/// The values of an entry, for describing it in the list.
pub(super) struct EntryView<'a> {
    pub(super) fields: &'a [FieldSpec],
    pub(super) values: &'a Value,
}

impl EntryView<'_> {
    /// A value as text; the label of a chosen option.
    pub(super) fn text(&self, name: &str) -> String {
        let text = input_text(self.values.get(name));
        let choice = self
            .fields
            .iter()
            .find(|field| field.name == name)
            .and_then(|field| match &field.kind {
                FieldKind::Choice { options, .. } => options.iter().find(|(key, _)| *key == text),
                _ => None,
            });
        choice.map_or(text, |(_, label)| label.clone())
    }

    /// The length of an array value.
    pub(super) fn count(&self, name: &str) -> usize {
        self.values.get(name).and_then(Value::as_array).map_or(0, Vec::len)
    }
}

/// The description of a list. Its functions are the API calls of the list, independent of the entry's type.
#[derive(Clone)]
pub(super) struct ListSpec {
    pub(super) hint: SettingsTexts,
    pub(super) fields: Vec<FieldSpec>,
    /// The title and the details of an entry.
    pub(super) describe: fn(&EntryView<'_>) -> (String, String),
    pub(super) load: fn() -> BoxedResult<Vec<Row>>,
    /// Adds an entry, or changes the one with this id and version.
    pub(super) save: fn(Option<(ListEntryId, i64)>, Value) -> BoxedResult<()>,
    /// Archives or restores an entry.
    pub(super) archive: fn(ListEntryId, bool) -> BoxedResult<()>,
    /// Puts the entries into the given order.
    pub(super) sort: fn(Vec<ListEntryId>) -> BoxedResult<()>,
    pub(super) remove: fn(ListEntryId) -> BoxedResult<()>,
    /// Text about the consequences in the question before a deletion.
    pub(super) deletion_note: fn(ListEntryId) -> BoxedResult<String>,
    /// Undoes a deletion, if the list can.
    pub(super) restore: Option<fn(ListEntryId) -> BoxedResult<()>>,
}

impl ListSpec {
    /// Describes the list of entries of type `L`.
    pub(super) fn for_list<L: SettingsList>(
        hint: SettingsTexts,
        fields: Vec<FieldSpec>,
        describe: fn(&EntryView<'_>) -> (String, String),
    ) -> Self {
        Self {
            hint,
            fields,
            describe,
            load: || Box::pin(load::<L>()),
            save: |saved, values| Box::pin(save::<L>(saved, values)),
            archive: |id, archived| Box::pin(archive::<L>(id, archived)),
            sort: |ids| Box::pin(sort::<L>(ids)),
            remove: |id| Box::pin(remove::<L>(id)),
            deletion_note: |_| Box::pin(async { Ok(String::new()) }),
            restore: None,
        }
    }
}

async fn load<L: SettingsList>() -> Result<Vec<Row>, Error> {
    let list = api::get::<L::List>(Nothing {}).await?;
    let row = |entry: Entry<L>| Row {
        id: entry.id,
        archived: entry.archived,
        version: entry.version,
        values: serde_json::to_value(entry.values).unwrap_or_default(),
    };
    Ok(list.data.into_iter().map(row).collect())
}

async fn save<L: SettingsList>(saved: Option<(ListEntryId, i64)>, values: Value) -> Result<(), Error> {
    let values: L = serde_json::from_value(values).map_err(|_| Error::Unreadable)?;
    if let Some((id, version)) = saved {
        let body = EntryChange {
            values: Some(values),
            archived: None,
        };
        let options = Options::of_version(version);
        return api::send::<L::Change>((id,), Nothing {}, body, options).await.map(drop);
    }
    api::send::<L::Add>((), Nothing {}, values, Options::default())
        .await
        .map(drop)
}

async fn archive<L: SettingsList>(id: ListEntryId, archived: bool) -> Result<(), Error> {
    let body = EntryChange {
        values: None,
        archived: Some(archived),
    };
    api::send::<L::Change>((id,), Nothing {}, body, Options::default())
        .await
        .map(drop)
}

async fn sort<L: SettingsList>(ids: Vec<ListEntryId>) -> Result<(), Error> {
    let body = EntryPositions { ids };
    api::send::<L::Sort>((), Nothing {}, body, Options::default())
        .await
        .map(drop)
}

async fn remove<L: SettingsList>(id: ListEntryId) -> Result<(), Error> {
    api::send::<L::Remove>((id,), Nothing {}, Nothing {}, Options::default())
        .await
        .map(drop)
}

/// A text, number or list of keys as it is kept in an input; empty for anything else.
pub(super) fn input_text(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        Some(Value::Array(keys)) => {
            let keys: Vec<&str> = keys.iter().filter_map(Value::as_str).collect();
            keys.join(",")
        }
        _ => String::new(),
    }
}
