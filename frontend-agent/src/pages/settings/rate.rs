//! Where the rate comes from, what it is now, and how it went.

use super::texts::Settings;
use frontend_ui::{
    api::{self, Error, Options},
    components::{ErrorNote, Loaded, NumberField, NumberInput, NumberReader, SelectField},
    features::chart,
    format,
    i18n::{Text, t},
    numbers::NumberKind,
    session::current,
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

fn source(source: RateSource) -> &'static str {
    t(match source {
        RateSource::Fixed => Settings::Fixed,
        RateSource::Cbr => Settings::Cbr,
        RateSource::Bestchange => Settings::Bestchange,
    })
}

/// The tab.
#[component]
pub(super) fn Rates() -> impl IntoView {
    let rates = LocalResource::new(|| api::get::<ShowRates>(Nothing {}));
    let history = LocalResource::new(|| api::get::<ShowRateHistory>(RateHistoryQuery::default()));
    let reload = Callback::new(move |()| rates.refetch());
    view! {
        <Loaded resource=rates content={move |list: Listing<RateState>| {
            let cards = list.data.into_iter().map(|state| view! { <Policy state=state reload=reload/> }).collect_view();
            view! { <div class="columns even">{cards}</div> }.into_any()
        }}/>
        <Loaded resource=history content={|list: Listing<SourceRate>| line(&list.data)}/>
    }
}

fn line(told: &[SourceRate]) -> AnyView {
    let points: Vec<i64> = told.iter().map(|told| told.rate.millionths()).collect();
    let rate = |millionths: Option<&i64>| {
        millionths
            .map(|value| Rate::from_millionths(*value).to_string())
            .unwrap_or_default()
    };
    let caption = format!(
        "CNY → RUB. {}: {} {}, {} {}",
        t(Settings::Chart),
        t(Settings::From),
        rate(points.iter().min()),
        t(Settings::UpTo),
        rate(points.iter().max())
    );
    view! { <figure class="card"><figcaption>{caption.clone()}</figcaption>{chart::line(&points, caption)}</figure> }
        .into_any()
}

#[component]
fn Policy(state: RateState, reload: Callback<()>) -> impl IntoView {
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
    let may_edit = current().may(Object::Settings, Level::Edit);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let chosen = RateSource::from_name(&chosen.get_untracked()).unwrap_or(RateSource::Cbr);
        // Only the number that the source needs is on the page; the other one stays as it is.
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
                    reload.run(());
                }
                Err(refused) => error.set(Some(refused)),
            }
        });
    };
    let options = Signal::stored(
        RateSource::ALL
            .map(|one| (one.as_str().to_owned(), source(one).to_owned()))
            .to_vec(),
    );
    let now = match state.effective {
        Some(rate) => view! {
            <p class="total">{t(Settings::Effective)}" "<strong data-testid=format!("rate-{}", base.code())>{rate.rate.to_string()}" ₽"</strong>" "<small class="muted">{source(rate.source)}{rate.as_of.map(|at| format!(" · {}", format::moment(at)))}</small></p>
            {rate.stale.then(|| view! { <p class="note error" role="alert">{t(Settings::Stale)}</p> })}
        }
        .into_any(),
        None => view! { <p class="note">{t(Settings::NoRate)}</p> }.into_any(),
    };
    let told = state.sources.into_iter().map(|told| {
        view! { <li><span>{source(told.source)}" "<small class="muted">{told.detail}" · "{format::moment(told.at)}</small></span><strong>{told.rate.to_string()}</strong></li> }
    });
    view! {
        <form class="card" on:submit=save on:input=move |_| saved.set(false)>
            <h2>{base.code()}" → RUB"</h2>
            {now}
            <ErrorNote error=error/>
            <SelectField name="source" label=t(Settings::Source) value=chosen options=options/>
            {move || if chosen.get() == RateSource::Fixed.as_str() {
                view! { <NumberField name="fixed" label=t(Settings::FixedRate) input=fixed error=error/> }.into_any()
            } else {
                view! { <NumberField name="markup" label=t(Settings::Markup) input=markup error=error/> }.into_any()
            }}
            <ul class="payments">{told.collect_view()}</ul>
            {may_edit.then(|| view! { <button class="button primary" data-testid=format!("save-rate-{}", base.code())>{move || if saved.get() { t(Settings::Saved) } else { t(Text::Save) }}</button> })}
        </form>
    }
    .into_any()
}
