//! Exchange rates: the agent's policy, the current rate and the history.

use super::texts::SettingsTexts;
use frontend_ui::{api::Error, data::Form, features::chart, prelude::*};
use shared_types::{
    fixed::Rate,
    page::Listing,
    rates::{
        ChangeRatePolicy, EffectiveRate, RateHistoryQuery, RatePolicy, RatePolicyChange, RateSource, RateState,
        ShowRateHistory, ShowRates, SourceRate,
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
    let rates = use_value(&[], || api::get::<ShowRates>(Nothing {}));
    let history = use_value(&[], || api::get::<ShowRateHistory>(RateHistoryQuery::default()));
    let bases = |list: &Listing<RateState>| list.data.iter().map(|state| state.base).collect::<Vec<_>>();
    let forms = move |bases: &Vec<Currency>| {
        let form = |base: &Currency| {
            let base = *base;
            let state = rates.find(move |list| list.data.iter().find(|state| state.base == base).cloned());
            policy_form(base, state, use_action().reloading(move || rates.reload()))
        };
        bases.iter().map(form).collect_view()
    };
    let content = move || any_view! { <div class="columns even">{rates.part(bases, forms)}</div> };
    view! {
        {rates.page(Skeleton::Rows, content)}
        {history.show(Skeleton::Rows, |list| history_chart(&list.data))}
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
    any_view! {
        <figure class="card">
            <figcaption>{caption.clone()}</figcaption>
            {chart::line_chart(&points, caption)}
        </figure>
    }
}

/// A rate policy being edited.
#[derive(Clone, Copy)]
pub(crate) struct RateInputs {
    base: Currency,
    policy: Signal<Option<RatePolicy>>,
    source: RwSignal<String>,
    fixed: NumberInput,
    markup: NumberInput,
}

impl RateInputs {
    /// The fields of a form, for a policy that its object may have.
    pub(crate) fn new<T: PartialEq + Send + Sync + 'static>(
        base: Currency,
        form: Form<T>,
        policy: impl Fn(&T) -> Option<RatePolicy> + Copy + Send + Sync + 'static,
    ) -> Self {
        let source = move |object: &T| policy(object).map_or(RateSource::Cbr, |policy| policy.source);
        let fixed = move |object: &T| Some(policy(object)?.fixed?.to_string());
        let markup = move |object: &T| Some(policy(object)?.markup.to_string());
        Self {
            base,
            policy: Signal::derive(move || form.object().with(policy).flatten()),
            source: form.text(move |object| source(object).as_str().to_owned()),
            fixed: form.number(NumberKind::Rate, fixed).mandatory(),
            markup: form.number(NumberKind::Percent, markup),
        }
    }

    /// Reads the fields. `None` if a number does not parse: its field shows the error then. Only the number that the source
    /// needs has a field; the other one stays as it was.
    pub(crate) fn read(self) -> Option<RatePolicy> {
        let source = RateSource::from_name(&self.source.get_untracked()).unwrap_or(RateSource::Cbr);
        let (mut numbers, policy) = (NumberReader::default(), self.policy.get_untracked());
        let (fixed, markup) = match source {
            RateSource::Fixed => (numbers.rate(self.fixed), policy.map(|policy| policy.markup)),
            RateSource::Cbr | RateSource::Bestchange => {
                (policy.and_then(|policy| policy.fixed), numbers.percent(self.markup))
            }
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
            any_view! {
                <NumberField
                    name=fixed
                    label=t(SettingsTexts::FixedRate)
                    input=inputs.fixed
                    error=error
                    unit=Signal::stored(unit)
                />
            }
        } else {
            any_view! {
                <NumberField
                    name=markup
                    label=t(SettingsTexts::Markup)
                    input=inputs.markup
                    error=error
                    unit=Signal::stored("%".to_owned())
                />
            }
        }
    };
    any_view! {
        <SelectField name="source" label=t(SettingsTexts::Source) value=inputs.source options=options />
        {number}
    }
}

/// The current rate, with a note if it is old.
fn current_rate(base: Currency, rate: Option<EffectiveRate>) -> AnyView {
    let Some(rate) = rate else {
        return any_view! { <p class="note">{t(SettingsTexts::NoRate)}</p> };
    };
    any_view! {
        <p class="total">
            {t(SettingsTexts::Effective)}" "
            <strong data-testid=format!("rate-{}", base.code())>{format::decimal(&rate.rate.to_string())}" ₽"</strong>
            " "
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
}

/// The form of a currency's rate policy, with the current rate and the latest rates of the sources.
fn policy_form(base: Currency, state: Live<RateState>, action: Action) -> AnyView {
    let form = state.form(|state| state.version);
    let inputs = RateInputs::new(base, form, |state| state.policy);
    let saved = RwSignal::new(false);
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
        let call = api::send::<ChangeRatePolicy>((), Nothing {}, body, form.options());
        form.send(action, call, move |_| _ = saved.try_set(true));
    };
    let latest = |sources: &Vec<SourceRate>| {
        let entry = |entry: &SourceRate| {
            view! {
                <li>
                    <span>
                        {source_name(entry.source)}" "
                        <small class="muted">{entry.detail.clone()}" · "{format::date_time(entry.at)}</small>
                    </span>
                    <strong>{format::decimal(&entry.rate.to_string())}</strong>
                </li>
            }
        };
        sources.iter().map(entry).collect_view()
    };
    any_view! {
        <form class="card" on:submit=save on:input=move |_| saved.set(false)>
            <h2>{base.code()}" → RUB"</h2>
            {state.part(|state| state.effective, move |rate| current_rate(base, *rate))}
            <ErrorNote error=action />
            <RateFields inputs=inputs error=action />
            <ul class="payments">{state.part(|state| state.sources.clone(), latest)}</ul>
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
}
