//! The question before money moves: the amount in both currencies, and the remaining balance.

use crate::{api::Error, prelude::*};

crate::texts! {
    /// A text of the question before money moves.
    pub enum SumTexts;
    Amount: "Сумма", "Amount", "金额";
    Converted: "В другой валюте", "In the other currency", "折合另一币种";
    BalanceNow: "На балансе сейчас", "On the balance now", "当前余额";
    Reserved: "Зарезервировано за этот заказ", "Reserved for this order", "已为该订单预留";
    Left: "Останется на балансе", "Will be left on the balance", "操作后余额";
    After: "Станет на балансе", "Will be on the balance", "操作后余额";
    Cancel: "Отмена", "Cancel", "取消";
}

/// The sum that a person agrees to.
#[derive(Clone, Debug)]
pub struct SumQuestion {
    pub title: String,
    /// The label of the button that confirms.
    pub action: String,
    pub amount: Money,
    /// The same amount in the other currency, if there is a rate for it.
    pub converted: Option<Money>,
    /// The balance that the amount is taken from.
    pub balance: Option<Money>,
    /// The deposit that is reserved for the order, which the payment uses.
    pub reserved: Option<Money>,
    /// The consequence, in one sentence; may be empty.
    pub note: String,
}

fn sum_row(label: &'static str, mark: &'static str, money: Money) -> AnyView {
    any_view! {
        <li>
            <span class="muted">{label}</span>
            <strong data-testid=mark>{format::money(money)}</strong>
        </li>
    }
}

/// Rows with the balance now and after a change of it, and before them the given amounts with their labels and marks.
pub fn balance_rows(
    amounts: &[(&'static str, &'static str, Money)],
    balance: Option<Money>,
    change_minor: i64,
) -> AnyView {
    let amounts = amounts
        .iter()
        .map(|&(label, mark, money)| sum_row(label, mark, money))
        .collect_view();
    let after = balance.map(|balance| Money::new(balance.minor.saturating_add(change_minor), balance.currency));
    any_view! {
        <ul class="payments" data-testid="sum" class:fault=after.is_some_and(|after| after.minor < 0)>
            {amounts}
            {balance.map(|money| sum_row(t(SumTexts::BalanceNow), "sum-balance", money))}
            {after.map(|money| sum_row(t(SumTexts::After), "sum-left", money))}
        </ul>
    }
}

/// Rows with the amount, the amount in the other currency, and the balance before and after.
pub fn sum_rows(amount: Money, converted: Option<Money>, balance: Option<Money>) -> AnyView {
    payment_rows(amount, converted, balance, None)
}

/// The same, with the deposit that the payment uses.
fn payment_rows(amount: Money, converted: Option<Money>, balance: Option<Money>, reserved: Option<Money>) -> AnyView {
    let row = |label: SumTexts, mark: &'static str, money: Money| sum_row(t(label), mark, money);
    let converted = converted.filter(|converted| converted.currency != amount.currency);
    let left = balance.map(|balance| {
        let available = balance
            .minor
            .saturating_add(reserved.map_or(0, |reserved| reserved.minor));
        Money::new(available.saturating_sub(amount.minor), balance.currency)
    });
    any_view! {
        <ul class="payments" data-testid="sum">
            {row(SumTexts::Amount, "sum-amount", amount)}
            {converted.map(|money| row(SumTexts::Converted, "sum-converted", money))}
            {balance.map(|money| row(SumTexts::BalanceNow, "sum-balance", money))}
            {reserved.map(|money| row(SumTexts::Reserved, "sum-reserved", money))}
            {left.map(|money| row(SumTexts::Left, "sum-left", money))}
        </ul>
    }
}

/// A dialog that asks once before money moves.
#[component]
pub fn SumDialog(
    question: SumQuestion,
    /// Called when the person agrees.
    confirm: Callback<()>,
    close: Callback<()>,
    /// While the answer of the server is awaited.
    #[prop(into, optional)]
    busy: Signal<bool>,
    /// The error of the last attempt.
    #[prop(into, optional)]
    error: Signal<Option<Error>>,
) -> impl IntoView {
    let note = (!question.note.is_empty()).then(|| view! { <p dir="auto">{question.note.clone()}</p> });
    any_view! {
        <Dialog title=question.title close=close>
            <ErrorNote error=error />
            {note}
            {payment_rows(question.amount, question.converted, question.balance, question.reserved)}
            <div class="row">
                <button
                    type="button"
                    class="button primary"
                    data-testid="confirm-sum"
                    disabled=move || busy.get()
                    on:click=move |_| confirm.run(())
                >
                    {question.action}
                </button>
                <button type="button" class="button" data-testid="cancel-sum" on:click=move |_| close.run(())>
                    {t(SumTexts::Cancel)}
                </button>
            </div>
        </Dialog>
    }
}
