//! The way back to the order that the client tops up for: as soon as the balance suffices, the page says so.

use frontend_ui::prelude::*;
use shared_types::{
    id::OrderId,
    orders::{PayOption, ShowOrderMoney},
};

frontend_ui::texts! {
    /// A text about the order that waits for its payment.
    enum OrderPaymentTexts;
    Back: "Вернуться к оплате", "Back to the payment", "返回付款";
    Arrived: "Деньги на балансе. К оплате за заказ", "The money is on the balance. To pay for the order", "款项已到账。订单应付";
    DepositArrived:
        "Деньги на балансе. Депозит за заказ",
        "The money is on the balance. Deposit of the order",
        "款项已到账。订单押金";
    Submit: "Вернуться к заказу", "Back to the order", "返回订单";
    Pay: "Перейти к оплате заказа", "Go to the payment of the order", "去支付订单";
}

/// The order of an address such as `/client/orders/7`.
fn order_of(path: &str) -> Option<OrderId> {
    path.strip_prefix("/client/orders/")?.parse().ok()
}

/// The link back to the page that the client came from, and a note with a button once the balance pays the order or its deposit.
#[component]
pub(super) fn OrderPayment(
    /// The page that the client came from.
    back: String,
) -> impl IntoView {
    let order = order_of(&back);
    let money = order.map(|id| {
        use_value(&[Topic::Balance], move || {
            api::send::<ShowOrderMoney>((id,), Nothing {}, Nothing {}, Options::default())
        })
    });
    let payable = Memo::new(move |_| {
        let money = money?.get()?;
        let suffices = |option: &PayOption| option.suffices;
        let payment = money.pay_from.into_iter().find(suffices).map(|option| (true, option));
        let deposits = money.deposit.map(|deposit| deposit.reserve_from).unwrap_or_default();
        payment.or_else(|| deposits.into_iter().find(suffices).map(|option| (false, option)))
    });
    let texts = |is_payment: bool| {
        if is_payment {
            (OrderPaymentTexts::Arrived, OrderPaymentTexts::Pay)
        } else {
            (OrderPaymentTexts::DepositArrived, OrderPaymentTexts::Submit)
        }
    };
    move || match payable.get() {
        Some((is_payment, option)) => any_view! {
            <div class="note" role="status" data-testid="money-arrived">
                <p>{t(texts(is_payment).0)} ": " <strong>{format::money(option.amount)}</strong></p>
                <a href=back.clone() class="button primary">
                    {t(texts(is_payment).1)}
                </a>
            </div>
        },
        None => any_view! {
            <a href=back.clone() class="quiet back-link" data-testid="back">
                {Icon::ChevronLeft.view()}
                {t(OrderPaymentTexts::Back)}
            </a>
        },
    }
}
