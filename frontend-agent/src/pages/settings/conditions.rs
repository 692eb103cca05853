//! What the agent charges its clients.

use super::texts::Settings;
use frontend_ui::{
    api::{self, Error, Options},
    components::{ErrorNote, Field, Loaded},
    i18n::{Text, t},
    session::current,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    fixed::Percent,
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

fn minor(text: &str) -> i64 {
    // What is no amount is sent as one that the server refuses by name.
    Money::parse(text.trim().replace(',', ".").as_str(), Currency::Cny).map_or(-1, |money| money.minor)
}

/// A row of brackets being edited: from which sum, which percentage.
type Row = (RwSignal<String>, RwSignal<String>);

#[component]
fn Form(held: Held) -> impl IntoView {
    let Commission {
        percent,
        minimum_minor,
        brackets,
    } = held.commission;
    let text = |text: String| RwSignal::new(text);
    let (percent, minimum) = (text(percent.to_string()), text(amount(minimum_minor)));
    let rows = RwSignal::new(
        brackets
            .iter()
            .map(|bracket| (text(amount(bracket.from_minor)), text(bracket.percent.to_string())))
            .collect::<Vec<Row>>(),
    );
    let version = RwSignal::new(held.version);
    let (error, saved) = (RwSignal::new(None::<Error>), RwSignal::new(false));
    let may_edit = current().may(Object::Settings, Level::Edit);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let share = |text: String| Percent::parse(&text.replace(',', ".")).unwrap_or(Percent::from_millionths(-1));
        let body = ConditionsChange {
            commission: Commission {
                percent: share(percent.get_untracked()),
                minimum_minor: minor(&minimum.get_untracked()),
                brackets: rows
                    .get_untracked()
                    .into_iter()
                    .map(|(from, share_of)| Bracket {
                        from_minor: minor(&from.get_untracked()),
                        percent: share(share_of.get_untracked()),
                    })
                    .collect(),
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
        let remove = move |_| rows.update(|rows| rows.retain(|held| held.0 != from));
        view! {
            <div class="row">
                <Field name="from" label=t(Settings::BracketFrom) value=from/>
                <Field name="share" label=t(Settings::Percent) value=share/>
                <button type="button" class="icon" aria-label=t(Text::Delete) title=t(Text::Delete) on:click=remove>"✕"</button>
            </div>
        }
    };
    let add = move |_| rows.update(|rows| rows.push((RwSignal::new(String::new()), RwSignal::new(String::new()))));
    view! {
        <form class="card narrow" on:submit=save on:input=move |_| saved.set(false)>
            <ErrorNote error=error/>
            <div class="grid two">
                <Field name="commission.percent" label=t(Settings::Percent) value=percent error=error required=true/>
                <Field name="commission.minimum_minor" label=t(Settings::Minimum) value=minimum error=error/>
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
