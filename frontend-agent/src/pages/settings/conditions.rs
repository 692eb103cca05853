//! What the agent charges its clients.

use super::texts::Settings;
use frontend_ui::{
    api::{self, Error, Options},
    components::{ErrorNote, Loaded, NumberField, NumberInput, NumberReader},
    i18n::{Text, t},
    numbers::NumberKind,
    session::current,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    money::{Currency, Money},
    pricing::{Bracket, Commission},
    settings::{ChangeConditions, Conditions as Held, ConditionsChange, ShowConditions},
};

/// The tab.
#[component]
pub(super) fn Conditions() -> impl IntoView {
    let held = LocalResource::new(|| api::get::<ShowConditions>(Nothing {}));
    view! { <Loaded resource=held content={move |held: Held| view! { <Form held=held/> }.into_any()}/> }
}

fn amount(minor: i64) -> String {
    Money::new(minor, Currency::Cny).amount()
}

/// A row of brackets being edited: from which sum, which percentage.
type Row = (NumberInput, NumberInput);

fn bracket(from: impl Into<String>, percent: impl Into<String>) -> Row {
    (
        NumberInput::required(NumberKind::Amount, from),
        NumberInput::required(NumberKind::Percent, percent),
    )
}

#[component]
fn Form(held: Held) -> impl IntoView {
    let Commission {
        percent,
        minimum_minor,
        brackets,
    } = held.commission;
    let percent = NumberInput::required(NumberKind::Percent, percent.to_string());
    let minimum = NumberInput::new(NumberKind::Amount, amount(minimum_minor));
    let rows = RwSignal::new(
        brackets
            .iter()
            .map(|held| bracket(amount(held.from_minor), held.percent.to_string()))
            .collect::<Vec<Row>>(),
    );
    let version = RwSignal::new(held.version);
    let (error, saved) = (RwSignal::new(None::<Error>), RwSignal::new(false));
    let may_edit = current().may(Object::Settings, Level::Edit);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let percent = numbers.percent(percent).unwrap_or_default();
        let minimum_minor = numbers.units(minimum).unwrap_or_default();
        let brackets = rows
            .get_untracked()
            .into_iter()
            .filter_map(|(from, share)| {
                let (from, percent) = (numbers.units(from), numbers.percent(share));
                Some(Bracket {
                    from_minor: from?,
                    percent: percent?,
                })
            })
            .collect();
        if !numbers.finish() {
            return;
        }
        let body = ConditionsChange {
            commission: Commission {
                percent,
                minimum_minor,
                brackets,
            },
        };
        let options = Options {
            version: Some(version.get_untracked()),
            ..Options::default()
        };
        spawn_local(async move {
            match api::send::<ChangeConditions>((), Nothing {}, body, options).await {
                Ok(now) => {
                    version.set(now.version);
                    error.set(None);
                    saved.set(true);
                }
                Err(refused) => error.set(Some(refused)),
            }
        });
    };
    let row = move |(from, share): Row| {
        let remove = move |_| rows.update(|rows| rows.retain(|held| held.0.text != from.text));
        view! {
            <div class="row">
                <NumberField name="from" label=t(Settings::BracketFrom) input=from/>
                <NumberField name="share" label=t(Settings::Percent) input=share/>
                <button type="button" class="icon" aria-label=t(Text::Delete) title=t(Text::Delete) on:click=remove>"✕"</button>
            </div>
        }
    };
    let add = move |_| rows.update(|rows| rows.push(bracket("", "")));
    view! {
        <form class="card narrow" on:submit=save on:input=move |_| saved.set(false)>
            <ErrorNote error=error/>
            <div class="grid two">
                <NumberField name="commission.percent" label=t(Settings::Percent) input=percent error=error/>
                <NumberField name="commission.minimum_minor" label=t(Settings::Minimum) input=minimum error=error/>
            </div>
            <h3>{t(Settings::Brackets)}</h3>
            {move || rows.get().into_iter().map(row).collect_view()}
            <div class="row"><button type="button" class="quiet" data-testid="add-bracket" on:click=add>{t(Settings::AddBracket)}</button></div>
            <p class="muted">{t(Settings::KeepsPrices)}</p>
            {may_edit.then(|| view! { <button class="button primary" data-testid="save-conditions">{move || if saved.get() { t(Settings::Saved) } else { t(Text::Save) }}</button> })}
        </form>
    }
    .into_any()
}
