//! What an editor needs to know of a list: its fields, how an entry is told, and its addresses.

use super::texts::Settings;
use frontend_ui::api::{self, Error, Options};
use serde_json::Value;
use shared_types::{
    endpoint::Nothing,
    settings::{Entry, EntryChange, SettingsList},
};
use std::{future::Future, pin::Pin};

type Later<T> = Pin<Box<dyn Future<Output = Result<T, Error>>>>;

/// How a field is typed, and what it is in the JSON.
#[derive(Clone)]
pub(super) enum Kind {
    /// A text that must be there.
    Text,
    /// A text that may be absent.
    Optional,
    /// Lines of text.
    Long,
    /// A whole number; nothing is 0.
    Whole,
    /// A whole number that may be absent.
    OptionalWhole,
    /// An amount of money.
    Amount,
    /// A percentage.
    Percent,
    /// One of the values; kept as a number where they are ids.
    Choice {
        options: Vec<(String, String)>,
        number: bool,
    },
    /// A time of the day.
    Time,
    /// The brackets of a tariff.
    Steps,
}

/// A field of a form.
#[derive(Clone)]
pub(super) struct Input {
    /// The DTO's field.
    pub(super) name: &'static str,
    /// What it is called.
    pub(super) label: Settings,
    /// How it is typed.
    pub(super) kind: Kind,
    /// What a new entry begins with.
    pub(super) first: &'static str,
}

/// A field that begins empty.
pub(super) fn input(name: &'static str, label: Settings, kind: Kind) -> Input {
    Input {
        name,
        label,
        kind,
        first: "",
    }
}

/// A row of a list, its values as JSON.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    pub(super) id: i64,
    pub(super) archived: bool,
    pub(super) version: i64,
    pub(super) values: Value,
}

/// A change that touches no value.
#[derive(Clone, Copy)]
pub(super) enum Mark {
    Archived(bool),
    Position(i32),
}

/// What an entry is told by.
pub(super) struct Told<'a> {
    pub(super) fields: &'a [Input],
    pub(super) values: &'a Value,
}

impl Told<'_> {
    /// A value as people read it.
    pub(super) fn text(&self, name: &str) -> String {
        let text = plain(self.values.get(name));
        let choice = self
            .fields
            .iter()
            .find(|field| field.name == name)
            .and_then(|field| match &field.kind {
                Kind::Choice { options, .. } => options.iter().find(|(key, _)| *key == text),
                _ => None,
            });
        choice.map_or(text, |(_, label)| label.clone())
    }

    /// How many there are in a list.
    pub(super) fn count(&self, name: &str) -> usize {
        self.values.get(name).and_then(Value::as_array).map_or(0, Vec::len)
    }
}

/// A list of the settings.
#[derive(Clone)]
pub(super) struct Sheet {
    pub(super) hint: Settings,
    pub(super) fields: Vec<Input>,
    /// Title and details of a row.
    pub(super) tell: fn(&Told<'_>) -> (String, String),
    pub(super) load: fn() -> Later<Vec<Row>>,
    pub(super) save: fn(Option<(i64, i64)>, Value) -> Later<()>,
    pub(super) mark: fn(i64, Mark) -> Later<()>,
    pub(super) remove: fn(i64) -> Later<()>,
}

impl Sheet {
    /// The list of a kind of values.
    pub(super) fn of<L: SettingsList>(
        hint: Settings,
        fields: Vec<Input>,
        tell: fn(&Told<'_>) -> (String, String),
    ) -> Self {
        Self {
            hint,
            fields,
            tell,
            load: || Box::pin(load::<L>()),
            save: |held, values| Box::pin(save::<L>(held, values)),
            mark: |id, mark| Box::pin(mark_entry::<L>(id, mark)),
            remove: |id| Box::pin(remove::<L>(id)),
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

async fn save<L: SettingsList>(held: Option<(i64, i64)>, values: Value) -> Result<(), Error> {
    let values: L = serde_json::from_value(values).map_err(|_| Error::Unreadable)?;
    if let Some((id, version)) = held {
        let body = EntryChange {
            values: Some(values),
            archived: None,
            position: None,
        };
        let options = Options {
            version: Some(version),
            ..Options::default()
        };
        return api::send::<L::Change>((id,), Nothing {}, body, options).await.map(drop);
    }
    let options = Options {
        idempotency_key: Some(api::fresh_key()),
        ..Options::default()
    };
    api::send::<L::Add>((), Nothing {}, values, options).await.map(drop)
}

async fn mark_entry<L: SettingsList>(id: i64, mark: Mark) -> Result<(), Error> {
    let (archived, position) = match mark {
        Mark::Archived(archived) => (Some(archived), None),
        Mark::Position(position) => (None, Some(position)),
    };
    let body = EntryChange {
        values: None,
        archived,
        position,
    };
    api::send::<L::Change>((id,), Nothing {}, body, Options::default())
        .await
        .map(drop)
}

async fn remove<L: SettingsList>(id: i64) -> Result<(), Error> {
    api::send::<L::Remove>((id,), Nothing {}, Nothing {}, Options::default())
        .await
        .map(drop)
}

/// A value as it is typed.
pub(super) fn plain(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}
