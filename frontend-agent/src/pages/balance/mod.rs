//! The agent's account with the operator of the service: balance, plan, invoices and history.

mod history;
mod limits;
mod plan_dialog;
mod texts;
mod top_up;

pub(crate) use texts::BillingTexts;

use crate::service_banner;
use frontend_ui::{
    features::money::{AmountChange, amount_change_note},
    prelude::*,
};
use futures::TryFutureExt;
use history::{InvoiceHistory, OperationHistory};
use limits::{limit_name, limit_number, may_manage, price_text};
use plan_dialog::PlanDialog;
use shared_types::billing::{
    InvoicePayment, PayServiceInvoice, Plan, PlanLimit, PlanUsage, ServiceAccount, ServiceInvoice, ShowServiceAccount,
};
use top_up::{TopUp, Ways};

/// The share of a limit, in percent, from which its bar warns.
const WARN_PERCENT: i64 = 90;

#[component]
pub(crate) fn BalancePage() -> impl IntoView {
    let account = use_value(&[Topic::Invoice], || api::get::<ShowServiceAccount>(Nothing {}));
    let version = RwSignal::new(0_u32);
    let reload_banner = service_banner::use_reload();
    let reload = Callback::new(move |()| {
        account.reload();
        version.update(|version| *version += 1);
        reload_banner();
    });
    view! {
        <div class="page-head">
            <h1>{t(BillingTexts::Title)}</h1>
        </div>
        {account.page(Skeleton::Rows, move || account_content(account, reload))}
        <InvoiceHistory version=version />
        <OperationHistory version=version />
    }
}

/// The invoices that are not paid yet.
fn unpaid_invoices(unpaid: &[ServiceInvoice], paying: RwSignal<Option<ServiceInvoice>>) -> Option<AnyView> {
    let rows = unpaid.iter().cloned().map(|invoice| unpaid_row(invoice, paying));
    (!unpaid.is_empty()).then(|| {
        any_view! {
            <section class="card" data-testid="unpaid">
                <h2>{t(BillingTexts::Unpaid)}</h2>
                <ul class="payments">{rows.collect_view()}</ul>
            </section>
        }
    })
}

fn account_content(account: Record<ServiceAccount>, reload: Callback<()>) -> AnyView {
    let changing = RwSignal::new(false);
    let paying = RwSignal::new(None::<ServiceInvoice>);
    let balance = move || account.with(|account| account.balance);
    let may_change =
        |account: &ServiceAccount| may_manage() && account.plans.iter().any(|plan| Some(plan) != account.plan.as_ref());
    let change_button = move |may_change: &bool| {
        may_change.then(|| {
            view! {
                <div class="row">
                    <button class="button" data-testid="change-plan" on:click=move |_| changing.set(true)>
                        {t(BillingTexts::ChangePlan)}
                    </button>
                </div>
            }
        })
    };
    let ways = |account: &ServiceAccount| Ways {
        is_online: account.online_payment,
        receipt_email: account
            .sends_receipts
            .then(|| account.receipt_email.clone().unwrap_or_default()),
        requisites: account.requisites.clone(),
    };
    let close = Callback::new(move |()| changing.set(false));
    let changed = Callback::new(move |()| {
        changing.set(false);
        reload.run(());
    });
    let paid = Callback::new(move |()| {
        paying.set(None);
        reload.run(());
    });
    let plan_dialog = move || {
        let account = changing.get().then(|| account.read(ServiceAccount::clone)).flatten()?;
        Some(view! { <PlanDialog account=account close=close changed=changed /> })
    };
    let pay_dialog = move || {
        let (invoice, balance) = paying.get().zip(untrack(balance))?;
        let close = Callback::new(move |()| paying.set(None));
        Some(view! { <PayDialog invoice=invoice balance=balance close=close paid=paid /> })
    };
    any_view! {
        {account.part(|account| account.unpaid.clone(), move |unpaid| unpaid_invoices(unpaid, paying))}
        <div class="billing-grid">
            <section class="card" data-testid="service-balance">
                <h2>{t(BillingTexts::OnAccount)}</h2>
                <p
                    class="billing-sum"
                    class:fault=move || balance().is_some_and(|balance| balance.minor < 0)
                    data-testid="balance"
                >
                    {move || balance().map(format::money)}
                </p>
                {account.part(ways, |ways| view! { <TopUp ways=ways.clone() /> })}
            </section>
            <section class="card" data-testid="plan">
                <h2>{t(BillingTexts::Plan)}</h2>
                {account.view(current_plan)}
                {account.part(may_change, change_button)}
            </section>
        </div>
        {plan_dialog}
        {pay_dialog}
    }
}

fn unpaid_row(invoice: ServiceInvoice, paying: RwSignal<Option<ServiceInvoice>>) -> AnyView {
    let due = format!("{} {}", t(BillingTexts::DueUntil), format::day(invoice.due_at));
    let label = format!("{}{} · {}", t(BillingTexts::InvoiceNumber), invoice.id, invoice.plan);
    let amount = format::money(invoice.amount);
    let pay = move |_| paying.set(Some(invoice.clone()));
    any_view! {
        <li data-testid="unpaid-invoice">
            <span>{label}<br /><small class="muted">{due}</small></span>
            <span class="row">
                <strong>{amount}</strong>
                {may_manage()
                    .then(|| {
                        view! {
                            <button class="button primary" data-testid="pay-invoice" on:click=pay>
                                {t(BillingTexts::Pay)}
                            </button>
                        }
                    })}
            </span>
        </li>
    }
}

/// The plan with its price and usage, and the day of the next invoice.
pub(super) fn current_plan(account: &ServiceAccount) -> AnyView {
    let next = account
        .next_invoice_on
        .map(|day| view! { <span>{t(BillingTexts::NextInvoice)}": "<strong>{format::date(day)}</strong></span> });
    let plan = match &account.plan {
        Some(plan) => any_view! {
            <p class="plan-name">
                <strong dir="auto" data-testid="plan-name">
                    {plan.name.clone()}
                </strong>
                <span>{price_text(plan.price)}</span>
            </p>
            {usage_bars(plan, &account.usage)}
        },
        None => any_view! {
            <p class="muted" data-testid="no-plan">
                {t(BillingTexts::NoPlan)}
            </p>
        },
    };
    any_view! {
        {plan}
        <div class="facts">{next}</div>
    }
}

/// A bar for each limit of the plan.
fn usage_bars(plan: &Plan, usage: &PlanUsage) -> AnyView {
    let bars = PlanLimit::ALL.iter().map(|limit| {
        let used = usage.get(*limit);
        let maximum = plan.limits.get(*limit);
        let percent = maximum.map(|maximum| used.saturating_mul(100) / maximum.max(1));
        let numbers = match maximum {
            Some(maximum) => format!(
                "{} {} {}",
                limit_number(*limit, used),
                t(BillingTexts::Of),
                limit_number(*limit, maximum)
            ),
            None => format!("{} · {}", limit_number(*limit, used), t(BillingTexts::Unlimited)),
        };
        let name = t(limit_name(*limit));
        let bar = percent.map(|percent| {
            let is_high = percent >= WARN_PERCENT;
            view! {
                <meter
                    class="usage-meter"
                    class:is-high=is_high
                    min="0"
                    max="100"
                    value=percent.min(100).to_string()
                    aria-label=name
                ></meter>
            }
        });
        view! {
            <li data-testid=format!("usage-{}", limit.as_str())>
                <span class="usage-label">
                    <span dir="auto">{name}</span>
                    <span>{numbers}</span>
                </span>
                {bar}
            </li>
        }
    });
    any_view! { <ul class="usage">{bars.collect_view()}</ul> }
}

/// The confirmation of a payment from the balance.
#[component]
fn PayDialog(invoice: ServiceInvoice, balance: Money, close: Callback<()>, paid: Callback<()>) -> impl IntoView {
    let action = use_action();
    let change = RwSignal::new(None::<AmountChange>);
    let (id, amount) = (invoice.id, invoice.amount);
    let left = Money::new(balance.minor - amount.minor, amount.currency);
    let is_short = left.minor < 0;
    let pay = move |_| {
        let request = api::call::<PayServiceInvoice>((id,), InvoicePayment { amount });
        let call = request.inspect_err(move |error| change.set(AmountChange::from_error(amount, error)));
        action.run(call, move |_| {
            paid.try_run(());
        });
    };
    let label = format!("{} · {}", t(BillingTexts::PayFromBalance), format::money(amount));
    view! {
        <Dialog title=t(BillingTexts::PayTitle) close=close>
            <div class="fields">
                {move || change.get().map(amount_change_note)} <ErrorNote error=action />
                <p>{t(BillingTexts::InvoiceNumber)}{id.to_string()}" · "{invoice.plan}</p> <ul class="payments">
                    <li>
                        <span>{t(BillingTexts::OnAccount)}</span>
                        <span>{format::money(balance)}</span>
                    </li>
                    <li>
                        <span>{t(BillingTexts::WillBeLeft)}</span>
                        <strong class:fault=is_short>{format::money(left)}</strong>
                    </li>
                </ul>
                {is_short
                    .then(|| {
                        view! {
                            <p class="note warn" data-testid="too-low">
                                {t(BillingTexts::TooLow)}
                            </p>
                        }
                    })} <div class="row">
                    <button
                        class="button primary"
                        data-testid="confirm-pay"
                        disabled=move || action.is_busy() || is_short
                        on:click=pay
                    >
                        {label}
                    </button>
                </div>
            </div>
        </Dialog>
    }
}
