//! Invoices with their documents, and the operations on the balance.

use super::BillingTexts;
use frontend_ui::{components::error_message, prelude::*};
use shared_types::{
    billing::{
        BillingListQuery, ListServiceInvoices, ListServiceOperations, PrintServiceAct, PrintServiceInvoice,
        ServiceEntryKind, ServiceInvoice, ServiceOperation,
    },
    endpoint::{Endpoint, RawFile},
    id::InvoiceId,
};

/// A button that downloads a document of an invoice.
fn document_button<E>(id: InvoiceId, label: BillingTexts, name: &'static str) -> AnyView
where
    E: Endpoint<Path = (InvoiceId,), Query = Nothing, Request = Nothing, Response = RawFile>,
{
    let action = use_action();
    let fetch = move |_| {
        let file = format!("{name}-{id}.pdf");
        action.run(
            async move { api::download::<E>((id,), Nothing {}, &file).await },
            |()| (),
        );
    };
    any_view! {
        <button class="quiet" data-testid=name disabled=move || action.is_busy() on:click=fetch>
            {t(label)}
        </button>
        {move || {
            action
                .error()
                .map(|error| {
                    view! {
                        <small class="fault" role="alert">
                            {error_message(&error)}
                        </small>
                    }
                })
        }}
    }
}

/// The VAT in the amount of an invoice, if its rate is recorded.
fn vat_text(invoice: &ServiceInvoice) -> Option<String> {
    let rate = invoice.vat_rate?;
    Some(match rate.percent().zip(invoice.vat) {
        Some((percent, vat)) => format!("{} {percent} %: {}", t(BillingTexts::VatIncluded), format::money(vat)),
        None => t(BillingTexts::WithoutVat).to_owned(),
    })
}

fn invoice_row(invoice: ServiceInvoice) -> AnyView {
    let (class, state) = match (invoice.paid_at, invoice.canceled_at) {
        (Some(at), _) => ("badge paid", format!("{} {}", t(BillingTexts::Paid), format::day(at))),
        (_, Some(_)) => ("badge canceled", t(BillingTexts::Canceled).to_owned()),
        _ => (
            "badge warn",
            format!(
                "{}, {} {}",
                t(BillingTexts::Open),
                t(BillingTexts::DueUntil),
                format::day(invoice.due_at)
            ),
        ),
    };
    let id = invoice.id;
    let month = format::month(invoice.month.first_day());
    let vat = vat_text(&invoice).map(|vat| format!(" · {vat}"));
    any_view! {
        <li class="billing-row" data-testid="service-invoice">
            <span class="billing-what">
                <strong>{t(BillingTexts::InvoiceNumber)}{id.to_string()}</strong>
                <small class="muted">{month}" · "{invoice.plan}{vat}</small>
            </span>
            <span class=class>{state}</span>
            <strong class="billing-amount">{format::money(invoice.amount)}</strong>
            <span class="billing-documents">
                {document_button::<PrintServiceInvoice>(id, BillingTexts::InvoicePdf, "invoice")}
                {invoice.has_act.then(|| document_button::<PrintServiceAct>(id, BillingTexts::ActPdf, "act"))}
            </span>
        </li>
    }
}

#[component]
pub(super) fn InvoiceHistory(
    /// Changes when something was paid.
    version: RwSignal<u32>,
) -> impl IntoView {
    let list = use_list(
        &[Topic::Invoice],
        |row: &ServiceInvoice| row.id.0,
        move |cursor| {
            version.track();
            api::get::<ListServiceInvoices>(BillingListQuery {
                limit: Some(12),
                cursor,
            })
        },
    );
    let empty = || {
        any_view! {
            <div class="empty" data-testid="no-invoices">
                <h2>{t(BillingTexts::NoInvoices)}</h2>
                <p>{t(BillingTexts::NoInvoicesHint)}</p>
            </div>
        }
    };
    let content = move || {
        any_view! {
            <ul class="billing-list">{list.rows().view(invoice_row)}</ul>
            <div class="row pager">{list.more_button()}</div>
        }
    };
    view! {
        <section class="card" data-testid="invoices">
            <h2>{t(BillingTexts::Invoices)}</h2>
            {list.view(Skeleton::Rows, empty, content)}
        </section>
    }
}

const fn kind_name(kind: ServiceEntryKind) -> BillingTexts {
    match kind {
        ServiceEntryKind::Topup => BillingTexts::KindTopup,
        ServiceEntryKind::Refund => BillingTexts::KindRefund,
        ServiceEntryKind::Invoice => BillingTexts::KindInvoice,
        ServiceEntryKind::PlanChange => BillingTexts::KindPlanChange,
    }
}

fn operation_row(operation: ServiceOperation) -> AnyView {
    any_view! {
        <li class="billing-row" data-testid="operation">
            <span class="billing-what">
                <strong>{t(kind_name(operation.kind))}</strong>
                <small class="muted">{format::date_time(operation.at)}</small>
            </span>
            <span dir="auto" class="billing-memo muted">
                {operation.memo}
            </span>
            <strong class="billing-amount">{format::money(operation.amount)}</strong>
            <span class="billing-amount muted">
                {t(BillingTexts::BalanceAfter)}" "{format::money(operation.balance)}
            </span>
        </li>
    }
}

#[component]
pub(super) fn OperationHistory(
    /// Changes when something was paid.
    version: RwSignal<u32>,
) -> impl IntoView {
    let list = use_list(
        &[Topic::Invoice],
        |row: &ServiceOperation| row.id.0,
        move |cursor| {
            version.track();
            api::get::<ListServiceOperations>(BillingListQuery {
                limit: Some(20),
                cursor,
            })
        },
    );
    let empty = || {
        any_view! {
            <div class="empty" data-testid="no-operations">
                <h2>{t(BillingTexts::NoOperations)}</h2>
            </div>
        }
    };
    let content = move || {
        any_view! {
            <ul class="billing-list">{list.rows().view(operation_row)}</ul>
            <div class="row pager">{list.more_button()}</div>
        }
    };
    view! {
        <section class="card" data-testid="operations">
            <h2>{t(BillingTexts::Operations)}</h2>
            {list.view(Skeleton::Rows, empty, content)}
        </section>
    }
}
