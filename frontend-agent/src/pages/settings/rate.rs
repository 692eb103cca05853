//! Exchange rates: the agent's policy, the current rate and the history.

use super::texts::SettingsTexts;
use frontend_ui::{
    api::{self, Error, Fetched, Options},
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
    money::Currency,
    page::Listing,
    rates::{
        ChangeRatePolicy, RateHistoryQuery, RatePolicy, RatePolicyChange, RateSource, RateState, ShowRateHistory,
        ShowRates, SourceRate,
    },
};

pub(crate) fn source_name(source: RateSource) -> &'static str {
    t(match source {
        RateSource::Fixed => SettingsTexts::Fixed,
        RateSource::Cbr => SettingsTexts::Cbr,
        RateSource::Bestchange => SettingsTexts::Bestchange,
    })
}

/// The tab: a form for each currency, and the chart of the last 90 days.
#[component]
pub(super) fn Rates() -> impl IntoView {
    let rates = Fetched::new(|| api::get::<ShowRates>(Nothing {}));
    let history = Fetched::new(|| api::get::<ShowRateHistory>(RateHistoryQuery::default()));
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

/// A rate policy being edited.
#[derive(Clone, Copy)]
pub(crate) struct RateInputs {
    base: Currency,
    policy: Option<RatePolicy>,
    source: RwSignal<String>,
    fixed: NumberInput,
    markup: NumberInput,
}

impl RateInputs {
    pub(crate) fn new(base: Currency, policy: Option<RatePolicy>) -> Self {
        let source = policy.map_or(RateSource::Cbr, |policy| policy.source);
        let fixed = policy.and_then(|policy| policy.fixed);
        let fixed = fixed.map(|rate| rate.to_string()).unwrap_or_default();
        let markup = policy.map(|policy| policy.markup.to_string()).unwrap_or_default();
        Self {
            base,
            policy,
            source: RwSignal::new(source.as_str().to_owned()),
            fixed: NumberInput::required(NumberKind::Rate, fixed),
            markup: NumberInput::new(NumberKind::Percent, markup),
        }
    }

    /// Reads the fields. `None` if a number does not parse: its field shows the error then. Only the number that the source
    /// needs has a field; the other one stays as it was.
    pub(crate) fn read(self) -> Option<RatePolicy> {
        let source = RateSource::from_name(&self.source.get_untracked()).unwrap_or(RateSource::Cbr);
        let mut numbers = NumberReader::default();
        let (fixed, markup) = match source {
            RateSource::Fixed => (numbers.rate(self.fixed), self.policy.map(|policy| policy.markup)),
            RateSource::Cbr | RateSource::Bestchange => (
                self.policy.and_then(|policy| policy.fixed),
                numbers.percent(self.markup),
            ),
        };
        numbers.finish().then_some(RatePolicy {
            source,
            fixed,
            markup: markup.unwrap_or_default(),
        })
    }
}

/// The fields of a rate policy. `fixed` and `markup` are the paths of the numbers in the request.
#[component]
pub(crate) fn RateFields(
    inputs: RateInputs,
    #[prop(default = "fixed")] fixed: &'static str,
    #[prop(default = "markup")] markup: &'static str,
    #[prop(into)] error: Signal<Option<Error>>,
) -> impl IntoView {
    let options = Signal::stored(
        RateSource::ALL
            .map(|option| (option.as_str().to_owned(), source_name(option).to_owned()))
            .to_vec(),
    );
    let number = move || {
        if inputs.source.get() == RateSource::Fixed.as_str() {
            let unit = format!("RUB / {}", inputs.base.code());
            view! {
                <NumberField
                    name=fixed
                    label=t(SettingsTexts::FixedRate)
                    input=inputs.fixed
                    error=error
                    unit=Signal::stored(unit)
                />
            }
            .into_any()
        } else {
            view! {
                <NumberField
                    name=markup
                    label=t(SettingsTexts::Markup)
                    input=inputs.markup
                    error=error
                    unit=Signal::stored("%".to_owned())
                />
            }
            .into_any()
        }
    };
    view! {
        <SelectField name="source" label=t(SettingsTexts::Source) value=inputs.source options=options />
        {number}
    }
    .into_any()
}

/// The form of a currency's rate policy, with the current rate and the latest rates of the sources.
#[component]
fn PolicyForm(state: RateState, reload: Callback<()>) -> impl IntoView {
    let (base, version) = (state.base, state.version);
    let inputs = RateInputs::new(base, state.policy);
    let (error, saved) = (RwSignal::new(None::<Error>), RwSignal::new(false));
    let may_edit = current_user().may(Object::Settings, Level::Edit);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(policy) = inputs.read() else {
            return;
        };
        let body = RatePolicyChange {
            base,
            source: policy.source,
            fixed: policy.fixed,
            markup: Some(policy.markup),
        };
        spawn_local(async move {
            let options = Options::of_version(version);
            match api::send::<ChangeRatePolicy>((), Nothing {}, body, options).await {
                Ok(_) => {
                    error.set(None);
                    saved.set(true);
                    reload.try_run(());
                }
                Err(err) => error.set(Some(err)),
            }
        });
    };
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
            <RateFields inputs=inputs error=error />
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
