//! The operations of the balances.

use super::currency::currency_name;
use frontend_ui::{components::download, features::payments, i18n::PaymentTexts, prelude::*};
use shared_types::ledger::{
    BALANCE_CURRENCIES, EntryKind, ExportOperations, ListOperations, Operation, OperationQuery,
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
    let list = use_list(&[Topic::Balance], payments::operation_key, move |cursor| {
        api::get::<ListOperations>(OperationQuery { cursor, ..query() })
    });
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
                    .filter(|kind| {
                        !matches!(
                            kind,
                            EntryKind::AccountDeposit | EntryKind::Purchase | EntryKind::CashBook
                        )
                    })
                    .map(|kind| (kind.as_str().to_owned(), payments::entry_kind_name(*kind).to_owned())),
            )
            .collect(),
    );
    let content = move || {
        any_view! {
            {move || payments::operation_table(list.rows().map(Operation::clone))}
            {list.more_button()}
        }
    };
    any_view! {
        <div class="toolbar">
            <h2>{t(PaymentTexts::Operations)}</h2>
            {download::<ExportOperations>((), move || untrack(query))}
            <div class="spacer"></div>
            <div class="grid two">
                <SelectField name="currency-filter" label=t(Text::Currency) value=currency options=currencies />
                <SelectField name="kind-filter" label=t(PaymentTexts::Kind) value=kind options=kinds />
            </div>
        </div>
        {list.view(Skeleton::Table, || payments::operation_table(Vec::new()), content)}
    }
}
