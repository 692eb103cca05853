//! One editor for all lists of the settings: rows, and a dialog with a form.
//!
//! It works on the values as JSON, so that one copy serves every list; a [`Sheet`] says what a list's fields are.

use super::{
    sheet::{Input, Kind, Mark, Row, Sheet, Told, plain},
    steps::{Steps, StepsField},
    texts::Settings,
};
use frontend_ui::{
    api::Error,
    components::{Dialog, ErrorNote, Field, Loaded, NumberField, NumberInput, NumberReader, SelectField},
    i18n::{Text, t},
    numbers::NumberKind,
    session::current,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use serde_json::{Map, Value};
use shared_types::access::{Level, Object};

/// A field being typed.
#[derive(Clone, Copy)]
enum Held {
    Text(RwSignal<String>),
    Number(NumberInput),
    Steps(Steps),
}

fn held(input: &Input, row: Option<&Row>) -> Held {
    let value = row.and_then(|row| row.values.get(input.name));
    if matches!(input.kind, Kind::Steps) {
        return Held::Steps(Steps::of(value));
    }
    let first = match &input.kind {
        Kind::Choice { options, .. } if input.first.is_empty() => {
            options.first().map(|(key, _)| key.clone()).unwrap_or_default()
        }
        _ => input.first.to_owned(),
    };
    let text = row.map_or(first, |_| plain(value));
    match input.kind {
        Kind::Whole | Kind::OptionalWhole => Held::Number(NumberInput::new(NumberKind::Whole, text)),
        Kind::Amount => Held::Number(NumberInput::new(NumberKind::Amount, text)),
        Kind::Percent => Held::Number(NumberInput::required(NumberKind::Percent, text)),
        _ => Held::Text(RwSignal::new(text)),
    }
}

/// What was typed, as JSON.
fn read(input: &Input, held: Held, numbers: &mut NumberReader) -> Value {
    match held {
        Held::Steps(steps) => steps.read(numbers),
        Held::Number(number) => match input.kind {
            Kind::OptionalWhole => numbers.units(number).into(),
            Kind::Amount => numbers.amount(number).map_or("0".to_owned(), |amount| amount.0).into(),
            Kind::Percent => numbers.percent(number).unwrap_or_default().to_string().into(),
            _ => numbers.units(number).unwrap_or_default().into(),
        },
        Held::Text(text) => {
            let text = text.get_untracked().trim().to_owned();
            match input.kind {
                Kind::Optional if text.is_empty() => Value::Null,
                // An option's own key, never what somebody typed.
                Kind::Choice { number: true, .. } => text.parse::<i64>().map_or(Value::Null, Value::from),
                _ => text.into(),
            }
        }
    }
}

/// What a dialog is about: a new entry, or one that is there.
type Asked = RwSignal<Option<Option<Row>>>;

/// The tab of a list.
#[component]
pub(super) fn List(sheet: Sheet) -> impl IntoView {
    let load = sheet.load;
    let rows = LocalResource::new(load);
    let asked: Asked = RwSignal::new(None);
    let error = RwSignal::new(None::<Error>);
    let reload = Callback::new(move |()| rows.refetch());
    let may_edit = current().may(Object::Settings, Level::Edit);
    let hint = sheet.hint;
    let add = may_edit.then(|| view! { <button class="button primary" data-testid="add-entry" on:click=move |_| asked.set(Some(None))>{t(Text::Add)}</button> });
    let held = StoredValue::new(sheet);
    let content = move |rows: Vec<Row>| {
        if rows.is_empty() {
            return view! { <div class="empty" data-testid="empty"><h2>{t(Settings::ListEmpty)}</h2></div> }.into_any();
        }
        let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
        let shown = rows.into_iter().enumerate().map(|(place, row)| {
            let before = place.checked_sub(1).and_then(|place| ids.get(place)).copied();
            held.with_value(|sheet| entry(sheet, row, (place, before), (may_edit, asked, error, reload)))
        });
        view! { <ul class="entries">{shown.collect_view()}</ul> }.into_any()
    };
    view! {
        <section class="card">
            <div class="row spread"><p class="muted">{t(hint)}</p>{add}</div>
            <ErrorNote error=error/>
            <Loaded resource=rows content=content/>
        </section>
        {move || asked.get().map(|row| view! { <Form sheet=held.get_value() row=row asked=asked reload=reload/> })}
    }
    .into_any()
}

type Hands = (bool, Asked, RwSignal<Option<Error>>, Callback<()>);

fn entry(
    sheet: &Sheet,
    row: Row,
    (place, before): (usize, Option<i64>),
    (may_edit, asked, error, reload): Hands,
) -> AnyView {
    let (title, detail) = (sheet.tell)(&Told {
        fields: &sheet.fields,
        values: &row.values,
    });
    let (mark, id) = (sheet.mark, row.id);
    let up = before.filter(|_| may_edit).map(|before| {
        let place = i32::try_from(place).unwrap_or(i32::MAX);
        let swap = move |_| {
            spawn_local(async move {
                let moved = async {
                    mark(id, Mark::Position(place - 1)).await?;
                    mark(before, Mark::Position(place)).await
                };
                error.set(moved.await.err());
                reload.run(());
            });
        };
        view! { <button type="button" class="icon" aria-label=t(Settings::Higher) title=t(Settings::Higher) data-testid="higher" on:click=swap>"↑"</button> }
    });
    let archived = row.archived;
    let edit = may_edit.then(|| {
        let held = row.clone();
        view! { <button type="button" class="quiet" data-testid="edit-entry" on:click=move |_| asked.set(Some(Some(held.clone())))>{t(Text::Edit)}</button> }
    });
    view! {
        <li class="entry" class:archived=archived data-testid="entry">
            <span class="what"><strong>{title}</strong><span class="muted">{detail}</span></span>
            {archived.then(|| view! { <span class="badge draft">{t(Settings::Archived)}</span> })}
            <span class="entry-hands">{up}{edit}</span>
        </li>
    }
    .into_any()
}

/// The form of an entry, new or there.
#[component]
fn Form(sheet: Sheet, row: Option<Row>, asked: Asked, reload: Callback<()>) -> impl IntoView {
    let error = RwSignal::new(None::<Error>);
    let typed: Vec<(Input, Held)> = sheet
        .fields
        .iter()
        .map(|input| (input.clone(), held(input, row.as_ref())))
        .collect();
    let fields = typed
        .iter()
        .map(|(input, held)| field(input, *held, error))
        .collect_view();
    let done = move |result: Result<(), Error>| match result {
        Ok(()) => {
            asked.set(None);
            reload.run(());
        }
        Err(refused) => error.set(Some(refused)),
    };
    let there = row.as_ref().map(|row| (row.id, row.version));
    let (save, mark, remove) = (sheet.save, sheet.mark, sheet.remove);
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let values: Map<String, Value> = typed
            .iter()
            .map(|(input, held)| (input.name.to_owned(), read(input, *held, &mut numbers)))
            .collect();
        if !numbers.finish() {
            return;
        }
        spawn_local(async move { done(save(there, Value::Object(values)).await) });
    };
    let rights = current();
    let hands = row.map(|row| {
        let (id, archived) = (row.id, row.archived);
        let label = if archived { Settings::Restore } else { Settings::Archive };
        let set = move |_| spawn_local(async move { done(mark(id, Mark::Archived(!archived)).await) });
        let delete = rights.may(Object::Settings, Level::Manage).then(|| {
            let delete = move |_| spawn_local(async move { done(remove(id).await) });
            view! { <button type="button" class="quiet" data-testid="delete-entry" on:click=delete>{t(Text::Delete)}</button> }
        });
        view! {
            {delete}
            <button type="button" class="quiet" data-testid="archive-entry" on:click=set>{t(label)}</button>
            <span class="spacer"></span>
        }
    });
    let title = if hands.is_some() { Text::Edit } else { Text::Add };
    view! {
        <Dialog title=t(title) close=Callback::new(move |()| asked.set(None))>
            <form on:submit=send>
                <ErrorNote error=error/>
                <div class="grid two">{fields}</div>
                <div class="row">{hands}<button class="button primary" data-testid="save-entry">{t(Text::Save)}</button></div>
            </form>
        </Dialog>
    }
    .into_any()
}

fn field(input: &Input, held: Held, error: RwSignal<Option<Error>>) -> AnyView {
    let (name, label) = (input.name, t(input.label));
    let value = match held {
        Held::Steps(steps) => return view! { <div class="wide"><StepsField steps=steps/></div> }.into_any(),
        Held::Number(number) => {
            return view! { <NumberField name=name label=label input=number error=error/> }.into_any();
        }
        Held::Text(value) => value,
    };
    match &input.kind {
        Kind::Choice { options, .. } => {
            let options = Signal::stored(options.clone());
            view! { <SelectField name=name label=label value=value options=options/> }.into_any()
        }
        Kind::Long => view! {
            <label class="field wide"><span>{label}</span>
                <textarea rows="3" name=name data-testid=name prop:value=move || value.get() on:input=move |event| value.set(event_target_value(&event))></textarea>
            </label>
        }
        .into_any(),
        Kind::Time => view! { <Field name=name label=label value=value error=error kind="time" required=true/> }.into_any(),
        Kind::Text => view! { <Field name=name label=label value=value error=error required=true/> }.into_any(),
        _ => view! { <Field name=name label=label value=value error=error/> }.into_any(),
    }
}
