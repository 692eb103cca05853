//! Exchange rates: the agent's policy, the current rate and the history.

use super::texts::SettingsTexts;
use frontend_ui::{
    api::{self, Error, Options},
    components::{ErrorNote, Loaded, NumberField, NumberInput, NumberReader, SelectField},
    features::chart,
    format,
    i18n::{Text, t},
    numbers::NumberKind,
    session::current_user,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    fixed::Rate,
    page::Listing,
    rates::{
        ChangeRatePolicy, RateHistoryQuery, RatePolicyChange, RateSource, RateState, ShowRateHistory, ShowRates,
        SourceRate,
    },
};

fn source_name(source: RateSource) -> &'static str {
    t(match source {
        RateSource::Fixed => SettingsTexts::Fixed,
        RateSource::Cbr => SettingsTexts::Cbr,
        RateSource::Bestchange => SettingsTexts::Bestchange,
    })
}

/// The tab: a form for each currency, and the chart of the last 90 days.
#[component]
pub(super) fn Rates() -> impl IntoView {
    let rates = LocalResource::new(|| api::get::<ShowRates>(Nothing {}));
    let history = LocalResource::new(|| api::get::<ShowRateHistory>(RateHistoryQuery::default()));
    let reload = Callback::new(move |()| rates.refetch());
    view! {
        <Loaded
            resource=rates
            content={move |list: Listing<RateState>| {
                let cards = list
                    .data
                    .into_iter()
                    .map(|state| view! { <PolicyForm state=state reload=reload /> })
                    .collect_view();
                view! { <div class="columns even">{cards}</div> }.into_any()
            }}
        />
        <Loaded resource=history content={|list: Listing<SourceRate>| history_chart(&list.data)} />
    }
}

fn history_chart(history: &[SourceRate]) -> AnyView {
    let points: Vec<i64> = history.iter().map(|entry| entry.rate.millionths()).collect();
    let rate = |millionths: Option<&i64>| {
        millionths
            .map(|value| format::decimal(&Rate::from_millionths(*value).to_string()))
            .unwrap_or_default()
    };
    let caption = format!(
        "CNY → RUB. {}: {} {}, {} {}",
        t(SettingsTexts::Chart),
        t(SettingsTexts::From),
        rate(points.iter().min()),
        t(SettingsTexts::UpTo),
        rate(points.iter().max())
    );
    view! {
        <figure class="card">
            <figcaption>{caption.clone()}</figcaption>
            {chart::line_chart(&points, caption)}
        </figure>
    }
    .into_any()
}

/// The form of a currency's rate policy, with the current rate and the latest rates of the sources.
#[component]
fn PolicyForm(state: RateState, reload: Callback<()>) -> impl IntoView {
    let base = state.base;
    let policy = state.policy;
    let chosen = RwSignal::new(
        policy
            .map_or(RateSource::Cbr, |policy| policy.source)
            .as_str()
            .to_owned(),
    );
    let fixed = NumberInput::required(
        NumberKind::Rate,
        policy
            .and_then(|policy| policy.fixed)
            .map(|rate| rate.to_string())
            .unwrap_or_default(),
    );
    let markup = policy.map(|policy| policy.markup.to_string()).unwrap_or_default();
    let markup = NumberInput::new(NumberKind::Percent, markup);
    let (error, saved) = (RwSignal::new(None::<Error>), RwSignal::new(false));
    let may_edit = current_user().may(Object::Settings, Level::Edit);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let chosen = RateSource::from_name(&chosen.get_untracked()).unwrap_or(RateSource::Cbr);
        // Only the number that the source needs has a field; the other one is sent unchanged.
        let mut numbers = NumberReader::default();
        let (fixed, markup) = match chosen {
            RateSource::Fixed => (numbers.rate(fixed), policy.map(|policy| policy.markup)),
            RateSource::Cbr | RateSource::Bestchange => {
                (policy.and_then(|policy| policy.fixed), numbers.percent(markup))
            }
        };
        if !numbers.finish() {
            return;
        }
        let body = RatePolicyChange {
            base,
            source: chosen,
            fixed,
            markup,
        };
        spawn_local(async move {
            match api::send::<ChangeRatePolicy>((), Nothing {}, body, Options::default()).await {
                Ok(_) => {
                    error.set(None);
                    saved.set(true);
                    reload.try_run(());
                }
                Err(err) => error.set(Some(err)),
            }
        });
    };
    let options = Signal::stored(
        RateSource::ALL
            .map(|option| (option.as_str().to_owned(), source_name(option).to_owned()))
            .to_vec(),
    );
    let current_rate = match state.effective {
        Some(rate) => view! {
            <p class="total">
                {t(SettingsTexts::Effective)}" "
                <strong data-testid=format!(
                    "rate-{}",
                    base.code(),
                )>{format::decimal(&rate.rate.to_string())}" ₽"</strong>" "
                <small class="muted">
                    {source_name(rate.source)}{rate.as_of.map(|at| format!(" · {}", format::date_time(at)))}
                </small>
            </p>
            {rate
                .stale
                .then(|| {
                    view! {
                        <p class="note error" role="alert">
                            {t(SettingsTexts::Stale)}
                        </p>
                    }
                })}
        }
        .into_any(),
        None => view! { <p class="note">{t(SettingsTexts::NoRate)}</p> }.into_any(),
    };
    let latest = state.sources.into_iter().map(|entry| {
        view! {
            <li>
                <span>
                    {source_name(entry.source)}" "
                    <small class="muted">{entry.detail}" · "{format::date_time(entry.at)}</small>
                </span>
                <strong>{format::decimal(&entry.rate.to_string())}</strong>
            </li>
        }
    });
    view! {
        <form class="card" on:submit=save on:input=move |_| saved.set(false)>
            <h2>{base.code()}" → RUB"</h2>
            {current_rate}
            <ErrorNote error=error />
            <SelectField name="source" label=t(SettingsTexts::Source) value=chosen options=options />
            {move || {
                if chosen.get() == RateSource::Fixed.as_str() {
                    view! {
                        <NumberField
                            name="fixed"
                            label=t(SettingsTexts::FixedRate)
                            input=fixed
                            error=error
                            unit=Signal::stored(format!("RUB / {}", base.code()))
                        />
                    }
                        .into_any()
                } else {
                    view! {
                        <NumberField
                            name="markup"
                            label=t(SettingsTexts::Markup)
                            input=markup
                            error=error
                            unit=Signal::stored("%".to_owned())
                        />
                    }
                        .into_any()
                }
            }}
            <ul class="payments">{latest.collect_view()}</ul>
            {may_edit
                .then(|| {
                    view! {
                        <button class="button primary" data-testid=format!("save-rate-{}", base.code())>
                            {move || if saved.get() { t(SettingsTexts::Saved) } else { t(Text::Save) }}
                        </button>
                    }
                })}
        </form>
    }
    .into_any()
}
