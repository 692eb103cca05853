//! The question before the deposit of an order is reserved on the balance: with the submission, or once the price is set.

use super::{
    moves,
    state::{CardState, use_order_money},
};
use frontend_ui::{
    api::Error,
    features::{
        money::{AmountChange, amount_change_note, topup_address},
        sum_dialog::sum_rows,
    },
    prelude::*,
};
use shared_types::{
    id::OrderId,
    orders::{DepositRequest, Order, OrderMoney, OrderMove, PayOption, ReserveDeposit, SubmitOrder, SubmitRequest},
};

frontend_ui::texts! {
    /// A text of the question before a deposit is reserved.
    pub(super) enum QuestionTexts;
    Title: "Депозит за заказ", "Deposit of the order", "订单押金";
    Note:
        "Эта сумма будет зарезервирована на балансе до оплаты заказа. Если отменить заказ или вернуть его в черновик, она снова доступна сразу.",
        "This amount of your balance will be reserved until you pay. It is available again at once if the order is canceled or taken back.",
        "该金额将在余额中预留，直至您付款。取消或撤回订单后立即恢复可用。";
    From: "С какого баланса", "From which balance", "使用哪个余额";
    Balance: "Баланс", "Balance", "余额";
    Submit: "Зарезервировать и отправить", "Reserve and submit", "预留并提交";
    Reserve: "Зарезервировать депозит", "Reserve the deposit", "预留押金";
    TooLow:
        "На балансе меньше, чем депозит. Пополните его: заказ останется черновиком со всеми товарами.",
        "The balance has less than the deposit. Top it up: the order stays as it is with all its items.",
        "余额低于押金，请先充值。订单及其商品保持不变。";
    TopUp: "Пополнить баланс", "Top up the balance", "充值余额";
    Reserved: "Депозит зарезервирован", "The deposit is reserved", "押金已预留";
}

async fn reserve(id: OrderId, money: &OrderMoney, deposit: Money) -> Result<Order, Error> {
    match &money.quote {
        None => {
            let body = SubmitRequest { deposit: Some(deposit) };
            api::send::<SubmitOrder>((id,), Nothing {}, body, Options::default()).await
        }
        Some(quote) => {
            let body = DepositRequest {
                quote_id: quote.id,
                deposit,
            };
            api::send::<ReserveDeposit>((id,), Nothing {}, body, Options::default()).await
        }
    }
}

/// The dialog, which follows the balance.
pub(super) fn deposit_dialog(state: CardState) -> AnyView {
    let money = use_order_money(state.url_id);
    let close = Callback::new(move |()| state.asks_deposit.set(false));
    let action = use_action().reloading(move || {
        money.reload();
        state.reload.try_run(());
    });
    let sent = RwSignal::new(None::<Money>);
    // The currency of the balance that the client chose.
    let chosen = RwSignal::new(None::<String>);
    let change = Signal::derive(move || AmountChange::from_error(sent.get()?, action.error().as_ref()?));
    let options = money.slice(|money| {
        let deposit = money.deposit.as_ref();
        deposit.map_or_else(Vec::new, |deposit| deposit.reserve_from.clone())
    });
    let current = options.find(move |options| {
        let code = chosen.get();
        let picked = options
            .iter()
            .find(|option| Some(option.amount.currency.code()) == code.as_deref());
        let default = options.iter().find(|option| option.suffices);
        picked.or(default).or(options.first()).copied()
    });
    let confirm = move |_| {
        let shown = money.read(OrderMoney::clone).zip(current.read(|option| option.amount));
        let Some((shown, deposit)) = shown else { return };
        sent.set(Some(deposit));
        let is_quoted = shown.quote.is_some();
        let call = async move { reserve(state.id(), &shown, deposit).await };
        action.run(call, move |_| {
            close.try_run(());
            if is_quoted {
                notify(t(QuestionTexts::Reserved));
            } else {
                moves::report(state, OrderMove::Submit);
            }
        });
    };
    let button = move |(option, is_quoted): &(PayOption, bool)| {
        if option.suffices {
            any_view! {
                <button
                    type="button"
                    class="button primary"
                    data-testid="confirm-deposit"
                    disabled=move || action.is_busy()
                    on:click=confirm
                >
                    {t(if *is_quoted { QuestionTexts::Reserve } else { QuestionTexts::Submit })}
                </button>
            }
        } else {
            any_view! {
                <a class="button primary" href=topup_address(*option) data-testid="top-up-deposit">
                    {t(QuestionTexts::TopUp)}
                </a>
            }
        }
    };
    let sums = |option: &PayOption| {
        view! {
            {sum_rows(option.amount, None, Some(option.balance))}
            {(!option.suffices)
                .then(|| {
                    view! {
                        <p class="note warn" role="alert" data-testid="deposit-too-low">
                            {t(QuestionTexts::TooLow)}
                        </p>
                    }
                })}
        }
    };
    let is_quoted = move || money.with(|money| money.quote.is_some()).unwrap_or_default();
    let content = move || {
        any_view! {
            <div class="fields">
                {options.view(move |options| (options.len() > 1).then(|| choices(options, current, chosen)))}
                {current.view(sums)}
                <div class="row">
                    {current.part(move |option| (*option, is_quoted()), button)}
                    <button type="button" class="button" on:click=move |_| close.run(())>
                        {t(Text::Cancel)}
                    </button>
                </div>
            </div>
        }
    };
    any_view! {
        <Dialog title=t(QuestionTexts::Title) close=close>
            <p>{t(QuestionTexts::Note)}</p>
            <ErrorNote error=Signal::derive(move || action.error().filter(|_| change.get().is_none())) />
            {move || change.get().map(amount_change_note)}
            {money.page(Skeleton::Rows, content)}
        </Dialog>
    }
}

/// The choice of the balance that the deposit is reserved on.
fn choices(options: &[PayOption], current: Live<PayOption>, chosen: RwSignal<Option<String>>) -> AnyView {
    let choice = |option: &PayOption| {
        let option = *option;
        let code = option.amount.currency.code();
        let is_current = move || current.with(|current| current.amount.currency == option.amount.currency);
        view! {
            <label class="choice">
                <input
                    type="radio"
                    name="deposit-balance"
                    data-testid=format!("deposit-{code}")
                    prop:checked=move || is_current().unwrap_or_default()
                    on:change=move |_| chosen.set(Some(code.to_owned()))
                />
                <span>
                    <strong>{format::money(option.amount)}</strong>
                    <small class="muted">{t(QuestionTexts::Balance)} ": " {format::money(option.balance)}</small>
                </span>
            </label>
        }
    };
    any_view! {
        <fieldset class="choices">
            <legend>{t(QuestionTexts::From)}</legend>
            {options.iter().map(choice).collect_view()}
        </fieldset>
    }
}
