//! The operations on a client's balances, and their adjustment by hand.

use super::texts::ClientTexts;
use crate::pages::client_balances::ClientBalances;
use frontend_ui::{
    components::download,
    features::{payments, sum_dialog::balance_rows},
    i18n::PaymentTexts,
    prelude::*,
};
use shared_types::{
    id::ClientId,
    ledger::{
        AdjustBalance, Adjustment, BALANCE_CURRENCIES, ExportClientOperations, ListClientOperations, Operation,
        OperationQuery,
    },
};

/// The dialog that adjusts a balance by hand.
#[component]
pub(super) fn AdjustmentDialog(id: ClientId, reload: Callback<()>, close: Callback<()>) -> impl IntoView {
    let amount = NumberInput::required(NumberKind::SignedAmount, "");
    let memo = RwSignal::new(String::new());
    let currency = RwSignal::new(Currency::Rub.code().to_owned());
    let action = use_action().reloading(move || reload.run(()));
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
        let call = api::send::<AdjustBalance>((id,), Nothing {}, body, Options::default());
        action.run(call, move |_| close.run(()));
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
    any_view! {
        <Dialog title=t(ClientTexts::Adjust) close=close>
            <form on:submit=send>
                <ErrorNote error=action />
                <div class="grid two">
                    <NumberField
                        name="amount"
                        label=t(ClientTexts::AdjustHint)
                        input=amount
                        error=action
                        unit=currency
                    />
                    <SelectField name="balance-currency" label=t(Text::Currency) value=currency options=currencies />
                </div>
                {sums}
                <Field name="memo" label=t(ClientTexts::Memo) value=memo error=action required=true />
                <div class="row">
                    <button class="button primary" data-testid="confirm-step" disabled=move || action.is_busy()>
                        {t(ClientTexts::Adjust)}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}

/// The operations on the client's balances, loaded page by page.
#[component]
pub(super) fn OperationList(id: ClientId) -> impl IntoView {
    let list = use_list(&[Topic::Balance], payments::operation_key, move |cursor| {
        let query = OperationQuery {
            cursor,
            ..OperationQuery::default()
        };
        api::send::<ListClientOperations>((id,), query, Nothing {}, Options::default())
    });
    let content = move || {
        any_view! {
            {move || payments::operation_table(list.rows().map(Operation::clone))}
            {list.more_button()}
        }
    };
    view! {
        <div class="toolbar">
            <h2>{t(PaymentTexts::Operations)}</h2>
            {download::<ExportClientOperations>((id,), OperationQuery::default)}
        </div>
        {list.view(Skeleton::Rows, || payments::operation_table(Vec::new()), content)}
    }
}
