//! The question before the deposit of an order is reserved on the balance: with the submission, or once the price is set.

use frontend_ui::{
    api::{self, Error, Fetched, Options},
    components::{Dialog, ErrorNote, Loaded, notify},
    features::{
        money::{AmountChange, amount_change_note, topup_address},
        sum_dialog::sum_rows,
    },
    format,
    i18n::{Text, t},
    live::{Topic, use_live},
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    endpoint::Nothing,
    id::OrderId,
    money::Money,
    orders::{
        DepositRequest, Order, OrderMoney, PayOption, ReserveDeposit, ShowOrderMoney, SubmitOrder, SubmitRequest,
    },
    problem::ProblemCode,
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

/// The part of the address that opens the question on a draft.
pub(crate) const DEPOSIT_HASH: &str = "#deposit";

/// Whether a submission was refused because the agent asks for a deposit that the client has not seen.
pub(crate) fn asks_for_deposit(error: &Error) -> bool {
    matches!(error, Error::Problem(problem) if problem.code == ProblemCode::AmountChanged)
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

/// The dialog. It stays while the order is reloaded, and follows the balance.
#[component]
pub(super) fn DepositDialog(id: OrderId, close: Callback<()>, submitted: Callback<()>) -> impl IntoView {
    let money = Fetched::new(move || api::send::<ShowOrderMoney>((id,), Nothing {}, Nothing {}, Options::default()));
    use_live(&[Topic::Balance, Topic::Order], move || money.refetch());
    let (error, busy) = (RwSignal::new(None::<Error>), RwSignal::new(false));
    let change = RwSignal::new(None::<AmountChange>);
    // The currency of the balance that the client chose.
    let chosen = RwSignal::new(None::<String>);
    let confirm = move |shown: OrderMoney, deposit: Money| {
        busy.set(true);
        spawn_local(async move {
            let result = reserve(id, &shown, deposit).await;
            busy.set(false);
            match result {
                Ok(_) => {
                    if shown.quote.is_some() {
                        notify(t(QuestionTexts::Reserved));
                    }
                    close.run(());
                    if shown.quote.is_none() {
                        submitted.try_run(());
                    }
                }
                Err(err) => {
                    let changed = AmountChange::from_error(deposit, &err);
                    change.set(changed);
                    error.set(Some(err).filter(|_| changed.is_none()));
                    money.refetch();
                }
            }
        });
    };
    let content = move |money: OrderMoney| {
        let options = money
            .deposit
            .clone()
            .map(|deposit| deposit.reserve_from)
            .unwrap_or_default();
        let default = options
            .iter()
            .find(|option| option.suffices)
            .or(options.first())
            .copied();
        let shown = StoredValue::new(money);
        let all = options.clone();
        let current = Memo::new(move |_| {
            let code = chosen.get();
            let picked = all
                .iter()
                .find(|option| Some(option.amount.currency.code()) == code.as_deref());
            picked.copied().or(default)
        });
        let choice = (options.len() > 1).then(|| choices(options, current, chosen));
        let action = move |option: PayOption| {
            let is_quoted = shown.with_value(|money| money.quote.is_some());
            if option.suffices {
                view! {
                    <button
                        type="button"
                        class="button primary"
                        data-testid="confirm-deposit"
                        disabled=move || busy.get()
                        on:click=move |_| confirm(shown.get_value(), option.amount)
                    >
                        {t(if is_quoted { QuestionTexts::Reserve } else { QuestionTexts::Submit })}
                    </button>
                }
                .into_any()
            } else {
                view! {
                    <a class="button primary" href=topup_address(option) data-testid="top-up-deposit">
                        {t(QuestionTexts::TopUp)}
                    </a>
                }
                .into_any()
            }
        };
        view! {
            <div class="fields">
                {choice}
                {move || {
                    current
                        .get()
                        .map(|option| {
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
                                <div class="row">
                                    {action(option)}
                                    <button type="button" class="button" on:click=move |_| close.run(())>
                                        {t(Text::Cancel)}
                                    </button>
                                </div>
                            }
                        })
                }}
            </div>
        }
        .into_any()
    };
    view! {
        <Dialog title=t(QuestionTexts::Title) close=close>
            <p>{t(QuestionTexts::Note)}</p>
            <ErrorNote error=error />
            {move || change.get().map(amount_change_note)}
            <Loaded resource=money content=content />
        </Dialog>
    }
    .into_any()
}

/// The choice of the balance that the deposit is reserved on.
fn choices(options: Vec<PayOption>, current: Memo<Option<PayOption>>, chosen: RwSignal<Option<String>>) -> AnyView {
    let choice = |option: PayOption| {
        let code = option.amount.currency.code();
        let is_current = move || {
            current
                .get()
                .is_some_and(|current| current.amount.currency == option.amount.currency)
        };
        view! {
            <label class="choice">
                <input
                    type="radio"
                    name="deposit-balance"
                    data-testid=format!("deposit-{code}")
                    prop:checked=is_current
                    on:change=move |_| chosen.set(Some(code.to_owned()))
                />
                <span>
                    <strong>{format::money(option.amount)}</strong>
                    <small class="muted">{t(QuestionTexts::Balance)} ": " {format::money(option.balance)}</small>
                </span>
            </label>
        }
    };
    view! {
        <fieldset class="choices">
            <legend>{t(QuestionTexts::From)}</legend>
            {options.into_iter().map(choice).collect_view()}
        </fieldset>
    }
    .into_any()
}
