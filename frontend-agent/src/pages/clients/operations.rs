//! The operations on a client's balances, and their adjustment by hand.

use super::texts::ClientTexts;
use crate::pages::client_balances::ClientBalances;
use frontend_ui::{
    api::{self, Error, Fetched, Options},
    components::{
        Dialog, ErrorNote, Field, Loaded, LoadedRows, NumberField, NumberInput, NumberReader, SelectField, download,
    },
    features::{payments, sum_dialog::balance_rows},
    i18n::{PaymentTexts, Text, t},
    live::{Topic, use_live_object},
    numbers::NumberKind,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use shared_types::{
    endpoint::Nothing,
    id::ClientId,
    ledger::{
        AdjustBalance, Adjustment, BALANCE_CURRENCIES, ExportClientOperations, ListClientOperations, Operation,
        OperationQuery,
    },
    money::Currency,
    page::{DEFAULT_LIMIT, MAX_LIMIT, Page},
};

/// The dialog that adjusts a balance by hand.
#[component]
pub(super) fn AdjustmentDialog(id: ClientId, reload: Callback<()>, close: Callback<()>) -> impl IntoView {
    let amount = NumberInput::required(NumberKind::SignedAmount, "");
    let memo = RwSignal::new(String::new());
    let currency = RwSignal::new(Currency::Rub.code().to_owned());
    let error = RwSignal::new(None::<Error>);
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let parsed = numbers.amount(amount);
        let (true, Some(amount)) = (numbers.finish(), parsed) else {
            return;
        };
        let body = Adjustment {
            amount,
            currency: Currency::from_code(&currency.get_untracked()).unwrap_or(Currency::Rub),
            memo: memo.get_untracked(),
        };
        spawn_local(async move {
            match api::send::<AdjustBalance>((id,), Nothing {}, body, Options::default()).await {
                Ok(_) => {
                    close.try_run(());
                    reload.try_run(());
                }
                Err(err) => error.set(Some(err)),
            }
        });
    };
    let balances = ClientBalances::fetch(id);
    let sums = move || {
        let currency = Currency::from_code(&currency.get())?;
        Some(balance_rows(&[], balances.get(currency), amount.preview()?))
    };
    let currencies = Signal::stored(
        BALANCE_CURRENCIES
            .map(|currency| (currency.code().to_owned(), currency.code().to_owned()))
            .to_vec(),
    );
    view! {
        <Dialog title=t(ClientTexts::Adjust) close=close>
            <form on:submit=send>
                <ErrorNote error=error />
                <div class="grid two">
                    <NumberField
                        name="amount"
                        label=t(ClientTexts::AdjustHint)
                        input=amount
                        error=error
                        unit=currency
                    />
                    <SelectField name="balance-currency" label=t(Text::Currency) value=currency options=currencies />
                </div>
                {sums}
                <Field name="memo" label=t(ClientTexts::Memo) value=memo error=error required=true />
                <div class="row">
                    <button class="button primary" data-testid="confirm-step">
                        {t(ClientTexts::Adjust)}
                    </button>
                </div>
            </form>
        </Dialog>
    }
    .into_any()
}

/// The operations on the client's balances, loaded page by page.
#[component]
pub(super) fn OperationList(id: ClientId) -> impl IntoView {
    // As many operations as are shown are fetched again after a change.
    let shown = StoredValue::new(DEFAULT_LIMIT);
    let rows = Fetched::new(move || {
        let query = OperationQuery {
            limit: Some(shown.get_value()),
            ..OperationQuery::default()
        };
        api::send::<ListClientOperations>((id,), query, Nothing {}, Options::default())
    });
    use_live_object(&[Topic::Balance], move || Some(id), move || rows.refetch());
    let content = move |page: Page<Operation>| {
        let loaded = LoadedRows::new(page);
        Effect::new(move |_| shown.try_set_value(loaded.count().clamp(DEFAULT_LIMIT, MAX_LIMIT)));
        let load = move |cursor| {
            let query = OperationQuery {
                cursor,
                ..OperationQuery::default()
            };
            api::send::<ListClientOperations>((id,), query, Nothing {}, Options::default())
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
            {download::<ExportClientOperations>((id,), OperationQuery::default)}
        </div>
        <Loaded resource=rows content=content />
    }
}
