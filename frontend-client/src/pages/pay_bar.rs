//! The bar at the bottom of a phone with the amount due for an order or a shipment. Inside of Telegram its main button takes its place.

use frontend_ui::{
    features::{
        login::{MainAction, MainButton},
        money::topup_address,
    },
    prelude::*,
};
use shared_types::orders::PayOption;

frontend_ui::texts! {
    enum PayBarTexts;
    ToPay: "К оплате", "To pay", "待付款";
    Pay: "Оплатить", "Pay", "付款";
    TopUp: "Пополнить баланс", "Top up the balance", "充值余额";
}

/// The bar at the bottom of a phone: the amount, and the button that pays it or leads to the missing money.
pub(crate) fn pay_bar(options: &[PayOption], pay: Callback<Money>) -> Option<AnyView> {
    let option = *options.iter().find(|option| option.suffices).or(options.first())?;
    if let Some(button) = MainButton::of_host() {
        let name = t(if option.suffices {
            PayBarTexts::Pay
        } else {
            PayBarTexts::TopUp
        });
        let text = format!("{name} {}", format::money(option.amount));
        button.show(MainAction {
            text,
            run: Callback::new(move |()| pay.run(option.amount)),
            page: (!option.suffices).then(|| topup_address(option)),
        });
        return None;
    }
    let button = if option.suffices {
        any_view! {
            <button type="button" class="button primary" data-testid="pay-now" on:click=move |_| pay.run(option.amount)>
                {t(PayBarTexts::Pay)}
            </button>
        }
    } else {
        any_view! {
            <a class="button primary" href=topup_address(option) data-testid="top-up-now">
                {t(PayBarTexts::TopUp)}
            </a>
        }
    };
    Some(any_view! {
        <div class="pay-bar" data-testid="pay-bar">
            <span>
                <small class="muted">{t(PayBarTexts::ToPay)}</small>
                <strong>{format::money(option.amount)}</strong>
            </span>
            {button}
        </div>
    })
}
