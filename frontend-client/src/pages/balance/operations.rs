//! The operations of the balances.

use super::currency_name;
use frontend_ui::{
    api::{self, Fetched},
    components::{Loaded, LoadedRows, SelectField, Skeleton, download},
    features::payments,
    i18n::{PaymentTexts, Text, t},
    live::{Topic, use_live},
};
use leptos::prelude::*;
use shared_types::{
    ledger::{BALANCE_CURRENCIES, EntryKind, ExportOperations, ListOperations, Operation, OperationQuery},
    money::Currency,
    page::{DEFAULT_LIMIT, MAX_LIMIT, Page},
};

/// The operations with their filters.
#[component]
pub(super) fn OperationList() -> impl IntoView {
    let (currency, kind) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let query = move || OperationQuery {
        currency: Currency::from_code(&currency.get()),
        kind: EntryKind::from_name(&kind.get()),
        ..OperationQuery::default()
    };
    // As many operations as are shown are fetched again after a change; other filters start with one page.
    let shown = StoredValue::new((String::new(), String::new(), DEFAULT_LIMIT));
    let rows = Fetched::new(move || {
        let (currency, kind) = (currency.get(), kind.get());
        if shown.with_value(|shown| (&shown.0, &shown.1) != (&currency, &kind)) {
            shown.set_value((currency, kind, DEFAULT_LIMIT));
        }
        api::get::<ListOperations>(OperationQuery {
            limit: Some(shown.with_value(|shown| shown.2)),
            ..query()
        })
    });
    use_live(&[Topic::Balance], move || rows.refetch());
    let any = || (String::new(), t(PaymentTexts::All).to_owned());
    let currencies = Signal::stored(
        std::iter::once(any())
            .chain(BALANCE_CURRENCIES.map(|currency| (currency.code().to_owned(), currency_name(currency))))
            .collect(),
    );
    let kinds = Signal::stored(
        std::iter::once(any())
            .chain(
                EntryKind::ALL
                    .iter()
                    .filter(|kind| !matches!(kind, EntryKind::AccountDeposit | EntryKind::Purchase))
                    .map(|kind| (kind.as_str().to_owned(), payments::entry_kind_name(*kind).to_owned())),
            )
            .collect(),
    );
    let content = move |page: Page<Operation>| {
        let loaded = LoadedRows::new(page);
        Effect::new(move |_| shown.try_update_value(|shown| shown.2 = loaded.count().clamp(DEFAULT_LIMIT, MAX_LIMIT)));
        let load = move |cursor| {
            api::get::<ListOperations>(OperationQuery {
                cursor,
                ..untrack(query)
            })
        };
        view! {
            {move || payments::operation_table(loaded.rows())}
            {loaded.more_button(load)}
        }
        .into_any()
    };
    view! {
        <div class="toolbar">
            <h2>{t(PaymentTexts::Operations)}</h2>
            {download::<ExportOperations>((), move || untrack(query))}
            <div class="spacer"></div>
            <div class="grid two">
                <SelectField name="currency-filter" label=t(Text::Currency) value=currency options=currencies />
                <SelectField name="kind-filter" label=t(PaymentTexts::Kind) value=kind options=kinds />
            </div>
        </div>
        <Loaded resource=rows skeleton=Skeleton::Table content=content />
    }
    .into_any()
}
