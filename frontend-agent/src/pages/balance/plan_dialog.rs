//! The change of plan: the plans, and the cost of the chosen one today.

use super::{
    BillingTexts,
    limits::{limit_name, limit_number, price_text},
};
use frontend_ui::prelude::*;
use shared_types::{
    billing::{
        ChangePlan, Plan, PlanChange, PlanChangeQuery, PlanChangeQuote, PlanLimit, QuotePlanChange, ServiceAccount,
    },
    id::PlanId,
};

fn limits_text(plan: &Plan) -> String {
    let limits = PlanLimit::ALL.iter().map(|limit| {
        let number = plan.limits.get(*limit).map_or_else(
            || t(BillingTexts::Unlimited).to_owned(),
            |maximum| limit_number(*limit, maximum),
        );
        format!("{}: {number}", t(limit_name(*limit)))
    });
    limits.collect::<Vec<_>>().join(" · ")
}

#[component]
pub(super) fn PlanDialog(account: ServiceAccount, close: Callback<()>, changed: Callback<()>) -> impl IntoView {
    let chosen = RwSignal::new(None::<PlanId>);
    let current = account.plan.as_ref().map(|plan| plan.id);
    let choices = account.plans.into_iter().map(move |plan| {
        let id = plan.id;
        let is_current = Some(id) == current;
        let limits = limits_text(&plan);
        view! {
            <label class="choice" data-testid="plan-choice">
                <input
                    type="radio"
                    name="plan"
                    value=id.to_string()
                    disabled=is_current
                    on:change=move |_| chosen.set(Some(id))
                />
                <span>
                    <strong>{plan.name}{is_current.then(|| format!(" · {}", t(BillingTexts::Current)))}</strong>
                    <span>{price_text(plan.price)}</span>
                    <small class="muted">{limits}</small>
                </span>
            </label>
        }
    });
    view! {
        <Dialog title=t(BillingTexts::ChangePlan) close=close wide=true>
            <div class="fields">
                <fieldset class="choices" aria-label=t(BillingTexts::ChoosePlan)>
                    {choices.collect_view()}
                </fieldset>
                {move || chosen.get().map(|id| view! { <Quote plan_id=id changed=changed /> })}
            </div>
        </Dialog>
    }
}

/// The cost of the chosen plan today, and the button that changes to it.
#[component]
fn Quote(plan_id: PlanId, changed: Callback<()>) -> impl IntoView {
    let quote = use_value(&[], move || {
        api::get::<QuotePlanChange>(PlanChangeQuery { plan_id: Some(plan_id) })
    });
    let action = use_action();
    let is_outdated = RwSignal::new(false);
    let change = Callback::new(move |amount: Money| {
        let call = async move {
            match api::call::<ChangePlan>((), PlanChange { plan_id, amount }).await {
                Err(error) if error.code() == Some(ProblemCode::AmountChanged) => Ok(None),
                result => result.map(Some),
            }
        };
        action.run(call, move |account| {
            if account.is_some() {
                changed.try_run(());
            } else {
                is_outdated.set(true);
                quote.reload();
            }
        });
    });
    let content = move |quote: PlanChangeQuote| quote_view(quote, action, change);
    view! {
        {move || {
            is_outdated
                .get()
                .then(|| {
                    view! {
                        <p class="note warn" role="alert" data-testid="amount-changed">
                            {t(BillingTexts::AmountChanged)}
                        </p>
                    }
                })
        }}
        <ErrorNote error=action />
        {quote.show(Skeleton::Rows, move |value| content(value.clone()))}
    }
}

fn quote_view(quote: PlanChangeQuote, action: Action, change: Callback<Money>) -> AnyView {
    let amount = quote.amount;
    let is_short = amount.minor > 0 && quote.balance_after.minor < 0;
    let is_refused = is_short || !quote.exceeded.is_empty();
    let (label, shown) = match amount.minor {
        0 => (BillingTexts::NothingNow, None),
        1.. => (BillingTexts::ToPayNow, Some(amount)),
        _ => (
            BillingTexts::ToCredit,
            Some(Money::new(amount.minor.saturating_neg(), amount.currency)),
        ),
    };
    let exceeded = (!quote.exceeded.is_empty()).then(|| {
        let names: Vec<_> = quote.exceeded.iter().map(|limit| t(limit_name(*limit))).collect();
        let text = format!("{}: {}", t(BillingTexts::Exceeds), names.join(", "));
        view! {
            <p class="note warn" data-testid="exceeded">
                {text}
            </p>
        }
    });
    let days = format!(
        "{}: {} {} {}",
        t(BillingTexts::RestOfMonth),
        quote.days_left,
        t(BillingTexts::Of),
        quote.days_in_month
    );
    any_view! {
        <ul class="payments" data-testid="plan-quote">
            <li>
                <span>{t(label)}<br /><small class="muted">{days}</small></span>
                <strong data-testid="plan-amount">{shown.map(format::money)}</strong>
            </li>
            <li>
                <span>{t(BillingTexts::WillBeLeft)}</span>
                <span class:fault=is_short>{format::money(quote.balance_after)}</span>
            </li>
            <li>
                <span>{t(BillingTexts::FromNextMonth)}</span>
                <span>{price_text(quote.plan.price)}</span>
            </li>
        </ul>
        {exceeded}
        {is_short
            .then(|| {
                view! {
                    <p class="note warn" data-testid="too-low">
                        {t(BillingTexts::TooLow)}
                    </p>
                }
            })}
        <div class="row">
            <button
                class="button primary"
                data-testid="confirm-plan"
                disabled=move || action.is_busy() || is_refused
                on:click=move |_| change.run(amount)
            >
                {t(BillingTexts::ChangePlan)}
            </button>
        </div>
    }
}
