//! The deposit of an order, and the deposits that a balance holds. Shared by both cabinets.

use crate::prelude::*;
use shared_types::orders::{OrderDeposit, ReservedDeposit};

crate::texts! {
    /// A text about a deposit.
    pub enum DepositTexts;
    Reserved: "Зарезервировано на балансе до оплаты", "Reserved on the balance until the payment", "付款前已在余额中预留";
    ReservedFor: "Из них за заказы", "Of it for orders", "其中为订单预留";
    WithPrice: "когда будет цена", "once the price is set", "报价后预留";
}

/// A note about the deposit that is or will be reserved for the order.
pub fn deposit_note(deposit: &OrderDeposit) -> Option<AnyView> {
    if let Some(reserved) = deposit.reserved {
        return Some(any_view! {
            <p class="muted" data-testid="deposit-reserved">
                {t(DepositTexts::Reserved)}
                ": "
                <strong>{format::money(reserved)}</strong>
            </p>
        });
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
    Some(any_view! {
        <p class="muted" data-testid="deposit-due">
            {t(LifecycleTexts::Deposit)}
            " "
            {share}
            ": "
            <strong>{sum}</strong>
        </p>
    })
}

/// The deposits in the reserve of a balance, with links to their orders.
pub fn reserved_deposits(deposits: Vec<ReservedDeposit>, orders: &'static str) -> Option<AnyView> {
    let link = |deposit: ReservedDeposit| {
        any_view! {
            <a href=format!("{orders}/{}", deposit.order_id)>{deposit.number}</a>
            " "
            <strong>{format::money(deposit.amount)}</strong>
        }
    };
    (!deposits.is_empty()).then(|| {
        let links = deposits.into_iter().enumerate().map(|(index, deposit)| {
            let separator = (index > 0).then_some(" · ");
            view! {
                {separator}
                {link(deposit)}
            }
        });
        any_view! {
            <p class="muted" data-testid="reserved-deposits">
                {t(DepositTexts::ReservedFor)}
                ": "
                {links.collect_view()}
            </p>
        }
    })
}
