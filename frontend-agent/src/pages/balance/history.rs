//! Invoices with their documents, and the operations on the balance.

use super::BillingTexts;
use frontend_ui::{
    api::{self, Error, Fetched},
    components::{Loaded, error_message},
    format,
    i18n::{Text, t},
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    billing::{
        BillingListQuery, ListServiceInvoices, ListServiceOperations, PrintServiceAct, PrintServiceInvoice,
        ServiceEntryKind, ServiceInvoice, ServiceOperation,
    },
    endpoint::{Endpoint, Nothing, RawFile},
    id::InvoiceId,
    page::Page,
};

/// A button that downloads a document of an invoice.
fn document_button<E>(id: InvoiceId, label: BillingTexts, name: &'static str) -> AnyView
where
    E: Endpoint<Path = (InvoiceId,), Query = Nothing, Request = Nothing, Response = RawFile>,
{
    let (busy, error) = (RwSignal::new(false), RwSignal::new(None::<Error>));
    let fetch = move |_| {
        busy.set(true);
        spawn_local(async move {
            let file = format!("{name}-{id}.pdf");
            error.set(api::download::<E>((id,), Nothing {}, &file).await.err());
            busy.set(false);
        });
    };
    view! {
        <button class="quiet" data-testid=name disabled=move || busy.get() on:click=fetch>
            {t(label)}
        </button>
        {move || {
            error
                .get()
                .map(|error| {
                    view! {
                        <small class="fault" role="alert">
                            {error_message(&error)}
                        </small>
                    }
                })
        }}
    }
    .into_any()
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
    view! {
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
    .into_any()
}

/// A button for the next page of a list.
fn more_button(next: Option<String>, cursor: RwSignal<Option<String>>) -> AnyView {
    let next = next.map(|next| {
        view! {
            <button class="button" on:click=move |_| cursor.set(Some(next.clone()))>
                {t(Text::NextPage)}
            </button>
        }
    });
    view! { <div class="row pager">{next}</div> }.into_any()
}

#[component]
pub(super) fn InvoiceHistory(
    /// Changes when something was paid.
    version: RwSignal<u32>,
) -> impl IntoView {
    let cursor = RwSignal::new(None::<String>);
    let page = Fetched::new(move || {
        version.track();
        api::get::<ListServiceInvoices>(BillingListQuery {
            limit: Some(12),
            cursor: cursor.get(),
        })
    });
    let content = move |page: Page<ServiceInvoice>| {
        if page.data.is_empty() {
            return view! {
                <div class="empty" data-testid="no-invoices">
                    <h2>{t(BillingTexts::NoInvoices)}</h2>
                    <p>{t(BillingTexts::NoInvoicesHint)}</p>
                </div>
            }
            .into_any();
        }
        view! {
            <ul class="billing-list">{page.data.into_iter().map(invoice_row).collect_view()}</ul>
            {more_button(page.next_cursor, cursor)}
        }
        .into_any()
    };
    view! {
        <section class="card" data-testid="invoices">
            <h2>{t(BillingTexts::Invoices)}</h2>
            <Loaded resource=page content=content />
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
    view! {
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
    .into_any()
}

#[component]
pub(super) fn OperationHistory(
    /// Changes when something was paid.
    version: RwSignal<u32>,
) -> impl IntoView {
    let cursor = RwSignal::new(None::<String>);
    let page = Fetched::new(move || {
        version.track();
        api::get::<ListServiceOperations>(BillingListQuery {
            limit: Some(20),
            cursor: cursor.get(),
        })
    });
    let content = move |page: Page<ServiceOperation>| {
        if page.data.is_empty() {
            return view! {
                <div class="empty" data-testid="no-operations">
                    <h2>{t(BillingTexts::NoOperations)}</h2>
                </div>
            }
            .into_any();
        }
        view! {
            <ul class="billing-list">{page.data.into_iter().map(operation_row).collect_view()}</ul>
            {more_button(page.next_cursor, cursor)}
        }
        .into_any()
    };
    view! {
        <section class="card" data-testid="operations">
            <h2>{t(BillingTexts::Operations)}</h2>
            <Loaded resource=page content=content />
        </section>
    }
}
