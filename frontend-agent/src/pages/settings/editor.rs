//! The generic editor of the lists in the settings: rows, and a dialog with a form.
//!
//! It works on JSON values, so that it is compiled once and not for each list. A [`ListSpec`] describes the fields of a list.

use super::texts::SettingsTexts;
use crate::pages::settings::{
    entry_list::EntryList,
    list_spec::{EntryView, FieldKind, FieldSpec, ListSpec, Row, input_text},
    tariff_steps::{StepInputs, TariffInputs, TariffStepsField},
};
use frontend_ui::{
    api::Error,
    components::{CountryField, confirmed, notify_with_undo},
    prelude::*,
};
use serde_json::{Map, Value};

/// The input of a form field.
#[derive(Clone, Copy)]
enum FieldInput {
    Text(RwSignal<String>),
    Number(NumberInput),
    Steps(StepInputs),
}

/// Creates the input with the stored value, or with the initial value of a new entry.
fn field_input(spec: &FieldSpec, row: Option<&Row>) -> FieldInput {
    let value = row.and_then(|row| row.values.get(spec.name));
    if matches!(spec.kind, FieldKind::Steps) {
        return FieldInput::Steps(StepInputs::from_json(value));
    }
    let initial = match &spec.kind {
        FieldKind::Choice { options, .. } if spec.initial.is_empty() => {
            options.first().map(|(key, _)| key.clone()).unwrap_or_default()
        }
        _ => spec.initial.to_owned(),
    };
    let text = row.map_or(initial, |_| input_text(value));
    match spec.kind {
        FieldKind::Whole | FieldKind::OptionalWhole => FieldInput::Number(NumberInput::new(NumberKind::Whole, text)),
        FieldKind::Amount | FieldKind::OptionalAmount => FieldInput::Number(NumberInput::new(NumberKind::Amount, text)),
        FieldKind::Percent => FieldInput::Number(NumberInput::required(NumberKind::Percent, text)),
        _ => FieldInput::Text(RwSignal::new(text)),
    }
}

/// The entered value as JSON. Invalid numbers are reported to `numbers`.
fn read_value(spec: &FieldSpec, input: FieldInput, numbers: &mut NumberReader) -> Value {
    match input {
        FieldInput::Steps(steps) => steps.read(numbers),
        FieldInput::Number(number) => match spec.kind {
            FieldKind::OptionalWhole => numbers.units(number).into(),
            FieldKind::OptionalAmount => numbers.amount(number).map_or(Value::Null, |amount| amount.0.into()),
            FieldKind::Amount => numbers.amount(number).map_or("0".to_owned(), |amount| amount.0).into(),
            FieldKind::Percent => numbers.percent(number).unwrap_or_default().to_string().into(),
            _ => numbers.units(number).unwrap_or_default().into(),
        },
        FieldInput::Text(text) => {
            let text = text.get_untracked().trim().to_owned();
            match spec.kind {
                FieldKind::OptionalText if text.is_empty() => Value::Null,
                FieldKind::Flags(_) => text.split(',').filter(|key| !key.is_empty()).collect(),
                // The key of an option, never free text.
                FieldKind::Choice { is_number: true, .. } => text.parse::<i64>().map_or(Value::Null, Value::from),
                _ => text.into(),
            }
        }
    }
}

/// The open dialog: `Some(None)` adds an entry, `Some(Some(row))` changes one.
type OpenDialog = RwSignal<Option<Option<Row>>>;

/// The tab of a list: its entries, and the button that adds one.
#[component]
pub(super) fn ListEditor(spec: ListSpec) -> impl IntoView {
    let load = spec.load;
    let rows = use_value(&[], load);
    let dialog: OpenDialog = RwSignal::new(None);
    let error = RwSignal::new(None::<Error>);
    let reload = Callback::new(move |()| rows.reload());
    let may_edit = current_user().may(Object::Settings, Level::Edit);
    let hint = spec.hint;
    let add = may_edit.then(|| {
        view! {
            <button class="button primary" data-testid="add-entry" on:click=move |_| dialog.set(Some(None))>
                {t(Text::Add)}
            </button>
        }
    });
    let spec = StoredValue::new(spec);
    let content = move |rows: Vec<Row>| {
        if rows.is_empty() {
            return empty_state(t(SettingsTexts::ListEmpty), None);
        }
        let sort = spec.with_value(|spec| spec.sort);
        let describe = move |row: &Row| {
            spec.with_value(|spec| {
                (spec.describe)(&EntryView {
                    fields: &spec.fields,
                    values: &row.values,
                })
            })
        };
        let edit = may_edit.then(|| Callback::new(move |row: Row| dialog.set(Some(Some(row)))));
        any_view! { <EntryList rows=rows describe=describe sort=sort edit=edit error=error reload=reload /> }
    };
    any_view! {
        <section class="card">
            <div class="row spread">
                <p class="muted">{t(hint)}</p>
                {add}
            </div>
            <ErrorNote error=error />
            {rows.show(Skeleton::Rows, move |value| content(value.clone()))}
        </section>
        {move || {
            dialog
                .get()
                .map(|row| {
                    view! { <EntryDialog spec=spec.get_value() row=row dialog=dialog list_error=error reload=reload /> }
                })
        }}
    }
}

/// The dialog that adds or changes an entry.
#[component]
fn EntryDialog(
    spec: ListSpec,
    row: Option<Row>,
    dialog: OpenDialog,
    /// The error of the list, which outlives the dialog.
    list_error: RwSignal<Option<Error>>,
    reload: Callback<()>,
) -> impl IntoView {
    let action = use_action();
    let inputs: Vec<(FieldSpec, FieldInput)> = spec
        .fields
        .iter()
        .map(|field| (field.clone(), field_input(field, row.as_ref())))
        .collect();
    let fields = inputs
        .iter()
        .map(|(spec, input)| field_view(spec, *input, &inputs, action))
        .collect_view();
    let close = move |()| {
        dialog.set(None);
        reload.try_run(());
    };
    let saved = row.as_ref().map(|row| (row.id, row.version));
    let (save, archive, remove) = (spec.save, spec.archive, spec.remove);
    let (deletion_note, restore) = (spec.deletion_note, spec.restore);
    let title_of = row.as_ref().map(|row| {
        let described = (spec.describe)(&EntryView {
            fields: &spec.fields,
            values: &row.values,
        });
        described.0
    });
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let values: Map<String, Value> = inputs
            .iter()
            .map(|(spec, input)| (spec.name.to_owned(), read_value(spec, *input, &mut numbers)))
            .collect();
        if !numbers.finish() {
            return;
        }
        action.run(save(saved, Value::Object(values)), close);
    };
    let rights = current_user();
    let actions = row.map(|row| {
        let (id, archived) = (row.id, row.archived);
        let label = if archived {
            SettingsTexts::Restore
        } else {
            SettingsTexts::Archive
        };
        let toggle_archived = move |_| action.run(archive(id, !archived), close);
        let delete = rights.may(Object::Settings, Level::Manage).then(|| {
            let title = title_of.unwrap_or_default();
            let undo = move || {
                let Some(restore) = restore else { return };
                spawn_local(async move {
                    list_error.try_set(restore(id).await.err());
                    reload.try_run(());
                });
            };
            let delete = move |_| {
                let title = title.clone();
                let call = async move {
                    let question = format!("{}? {}", t(SettingsTexts::DeleteAsk), deletion_note(id).await?);
                    if !confirmed(title.clone(), question, t(Text::Delete)).await {
                        return Ok(None);
                    }
                    remove(id).await?;
                    Ok(Some(format!("{}: {title}", t(SettingsTexts::Deleted))))
                };
                action.run(call, move |deleted| {
                    let Some(done) = deleted else { return };
                    if restore.is_some() {
                        notify_with_undo(done, undo);
                    } else {
                        notify(done);
                    }
                    close(());
                });
            };
            view! {
                <button type="button" class="quiet" data-testid="delete-entry" on:click=delete>
                    {t(Text::Delete)}
                </button>
            }
        });
        view! {
            {delete}
            <button type="button" class="quiet" data-testid="archive-entry" on:click=toggle_archived>
                {t(label)}
            </button>
            <span class="spacer"></span>
        }
    });
    let title = if actions.is_some() { Text::Edit } else { Text::Add };
    any_view! {
        <Dialog title=t(title) close=Callback::new(move |()| dialog.set(None))>
            <form on:submit=send>
                <ErrorNote error=action />
                <div class="grid two">{fields}</div>
                <div class="row">
                    {actions}<button class="button primary" data-testid="save-entry" disabled=move || action.is_busy()>
                        {t(Text::Save)}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}

/// The text input of a field of the form.
fn text_input(inputs: &[(FieldSpec, FieldInput)], name: &str) -> Option<RwSignal<String>> {
    inputs.iter().find_map(|(spec, input)| match input {
        FieldInput::Text(text) if spec.name == name => Some(*text),
        _ => None,
    })
}

/// The number input of a field of the form; an empty one if the form has no such field.
fn number_input(inputs: &[(FieldSpec, FieldInput)], name: &str, kind: NumberKind) -> NumberInput {
    let found = inputs.iter().find_map(|(spec, input)| match input {
        FieldInput::Number(number) if spec.name == name => Some(*number),
        _ => None,
    });
    found.unwrap_or_else(|| NumberInput::new(kind, ""))
}

/// The unit next to the label of a number: the currency that the form names, or the sign of a percentage.
fn unit(spec: &FieldSpec, inputs: &[(FieldSpec, FieldInput)]) -> Signal<String> {
    match spec.kind {
        FieldKind::Amount | FieldKind::OptionalAmount => text_input(inputs, "currency").map(Signal::from),
        FieldKind::Percent => Some(Signal::stored("%".to_owned())),
        _ => None,
    }
    .unwrap_or_default()
}

/// The form field of an input. `inputs` are all inputs of the form.
fn field_view(spec: &FieldSpec, input: FieldInput, inputs: &[(FieldSpec, FieldInput)], action: Action) -> AnyView {
    let (name, label) = (spec.name, t(spec.label));
    let value = match input {
        FieldInput::Steps(steps) => {
            let tariff = TariffInputs {
                currency: text_input(inputs, "currency").unwrap_or_default(),
                minimum: number_input(inputs, "minimum", NumberKind::Amount),
                divisor: number_input(inputs, "volumetric_divisor", NumberKind::Whole),
                weight_step: number_input(inputs, "weight_step_grams", NumberKind::Whole),
                density_bound: text_input(inputs, "density_bound").unwrap_or_default(),
            };
            return any_view! {
                <div class="wide">
                    <TariffStepsField steps=steps tariff=tariff error=action />
                </div>
            };
        }
        FieldInput::Number(number) => {
            let unit = unit(spec, inputs);
            return any_view! { <NumberField name=name label=label input=number error=action unit=unit /> };
        }
        FieldInput::Text(value) => value,
    };
    match &spec.kind {
        FieldKind::Choice { options, .. } => {
            let options = Signal::stored(options.clone());
            any_view! { <SelectField name=name label=label value=value options=options /> }
        }
        FieldKind::Country => any_view! { <CountryField name=name label=label value=value error=action /> },
        FieldKind::Flags(options) => flags_view(label, value, options),
        FieldKind::LongText => any_view! {
            <label class="field wide">
                <span>{label}</span>
                <textarea
                    dir="auto"
                    rows="3"
                    name=name
                    data-testid=name
                    prop:value=move || value.get()
                    on:input=move |event| value.set(event_target_value(&event))
                ></textarea>
            </label>
        },
        FieldKind::Text => any_view! { <Field name=name label=label value=value error=action required=true /> },
        _ => any_view! { <Field name=name label=label value=value error=action /> },
    }
}

/// Checkboxes whose keys are kept in one text, separated by commas.
fn flags_view(label: &'static str, value: RwSignal<String>, options: &[(&'static str, &'static str)]) -> AnyView {
    let boxes = options.iter().map(|(key, name)| {
        let (key, name) = (*key, *name);
        let is_set = move || value.with(|keys| keys.split(',').any(|other| other == key));
        let toggle = move |event| {
            let checked = event_target_checked(&event);
            value.update(|keys| {
                let mut all: Vec<&str> = keys
                    .split(',')
                    .filter(|other| !other.is_empty() && *other != key)
                    .collect();
                if checked {
                    all.push(key);
                }
                *keys = all.join(",");
            });
        };
        view! {
            <label class="row">
                <input type="checkbox" data-testid=format!("requires-{key}") prop:checked=is_set on:change=toggle />
                {name}
            </label>
        }
    });
    let boxes = boxes.collect_view();
    any_view! {
        <fieldset class="documents wide">
            <legend>{label}</legend>
            {boxes}
        </fieldset>
    }
}
