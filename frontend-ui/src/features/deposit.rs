//! The deposit of an order, and the deposits that a balance holds. Shared by both cabinets.

use crate::{api::Error, prelude::*};
use shared_types::{
    orders::{OrderDeposit, ReservedDeposit},
    page::Page,
};

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

/// The deposits in the reserve of a balance, with links to their orders. `fetch` loads the page after a cursor.
pub fn reserved_deposits<F>(
    deposits: Vec<ReservedDeposit>,
    next: Option<String>,
    orders: &'static str,
    fetch: impl Fn(String) -> F + Copy + Send + Sync + 'static,
) -> Option<AnyView>
where
    F: Future<Output = Result<Page<ReservedDeposit>, Error>> + 'static,
{
    let (shown, next, action) = (RwSignal::new(deposits), RwSignal::new(next), use_action());
    let more = move |_| {
        let Some(cursor) = next.get_untracked() else { return };
        action.run(fetch(cursor), move |page| {
            shown.update(|shown| shown.extend(page.data));
            next.set(page.next_cursor);
        });
    };
    let more_button = move || {
        next.read().is_some().then(|| {
            view! {
                " "
                <button
                    type="button"
                    class="quiet"
                    data-testid="more-deposits"
                    disabled=move || action.is_busy()
                    on:click=more
                >
                    {t(Text::ShowMore)}
                </button>
            }
        })
    };
    let link = move |deposit: ReservedDeposit| {
        any_view! {
            <a href=format!("{orders}/{}", deposit.order_id)>{deposit.number}</a>
            " "
            <strong>{format::money(deposit.amount)}</strong>
        }
    };
    (!shown.read_untracked().is_empty()).then(|| {
        let links = move || {
            let links = shown.get().into_iter().enumerate().map(|(index, deposit)| {
                let separator = (index > 0).then_some(" · ");
                view! {
                    {separator}
                    {link(deposit)}
                }
            });
            links.collect_view()
        };
        any_view! {
            <ErrorNote error=action />
            <p class="muted" data-testid="reserved-deposits">
                {t(DepositTexts::ReservedFor)}
                ": "
                {links}
                {more_button}
            </p>
        }
    })
}
