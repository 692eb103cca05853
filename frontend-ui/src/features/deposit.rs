//! The deposit of an order, and the deposits that a balance holds. Shared by both cabinets.

use crate::{
    format,
    i18n::{LifecycleTexts, t},
};
use leptos::prelude::*;
use leptos_router::components::A;
use shared_types::orders::{OrderDeposit, ReservedDeposit};

crate::texts! {
    /// A text about a deposit.
    pub enum DepositTexts;
    Reserved: "Зарезервировано на балансе до оплаты", "Reserved on the balance until the payment", "付款前已在余额中预留";
    ReservedFor: "Зарезервировано за заказ", "Reserved for order", "为订单预留";
    WithPrice: "когда будет цена", "once the price is set", "报价后预留";
}

/// What is reserved for the order, or what will be.
pub fn deposit_note(deposit: &OrderDeposit) -> Option<AnyView> {
    if let Some(reserved) = deposit.reserved {
        return Some(
            view! {
                <p class="muted" data-testid="deposit-reserved">
                    {t(DepositTexts::Reserved)}
                    ": "
                    <strong>{format::money(reserved)}</strong>
                </p>
            }
            .into_any(),
        );
    }
    let share = format::percent(deposit.share?);
    let sums: Vec<String> = deposit
        .reserve_from
        .iter()
        .map(|option| format::money(option.amount))
        .collect();
    let sum = if sums.is_empty() {
        t(DepositTexts::WithPrice).to_owned()
    } else {
        sums.join(" / ")
    };
    Some(
        view! {
            <p class="muted" data-testid="deposit-due">
                {t(LifecycleTexts::Deposit)}
                " "
                {share}
                ": "
                <strong>{sum}</strong>
            </p>
        }
        .into_any(),
    )
}

/// The deposits that a balance holds, with links to their orders.
pub fn reserved_deposits(deposits: Vec<ReservedDeposit>, orders: &'static str) -> Option<AnyView> {
    let row = |deposit: ReservedDeposit| {
        view! {
            <li>
                <span>
                    {t(DepositTexts::ReservedFor)} " "
                    <A href=format!("{orders}/{}", deposit.order_id)>{deposit.number}</A>
                </span>
                <strong>{format::money(deposit.amount)}</strong>
            </li>
        }
    };
    (!deposits.is_empty()).then(|| {
        view! {
            <ul class="payments" data-testid="reserved-deposits">
                {deposits.into_iter().map(row).collect_view()}
            </ul>
        }
        .into_any()
    })
}
