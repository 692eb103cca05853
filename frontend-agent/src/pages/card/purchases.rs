//! The payments to sellers for the order, and the client's payment for the goods.

use frontend_ui::{
    data::use_record,
    i18n::{Counted, counted},
    prelude::*,
};
use shared_types::{
    id::OrderId,
    purchasing::{ListOrderPurchases, OrderPurchases, Purchase},
};

frontend_ui::texts! {
    /// A text about payments to sellers.
    enum PurchaseTexts;
    Title: "Выкуп", "Purchases", "采购";
    Charged: "Клиент платит за товары и доставку по Китаю", "The client pays for the goods and shipping in China", "客户支付的货款与境内运费";
    Spent: "Заплачено продавцам", "Paid to sellers", "已付卖家";
    Difference: "Разница", "Difference", "差额";
}

/// Loads the payments to the sellers.
pub(super) fn use_purchases(id: Memo<OrderId>) -> Record<OrderPurchases> {
    use_record(&[Topic::Order], id, |id| {
        api::send::<ListOrderPurchases>((id,), Nothing {}, Nothing {}, Options::default())
    })
}

/// The panel; hidden until something was paid to a seller.
pub(super) fn purchases_panel(purchases: Record<OrderPurchases>) -> AnyView {
    let row = |purchase: &Purchase| {
        let number = purchase.marketplace_order_number.clone().unwrap_or_default();
        view! {
            <li data-testid="purchase">
                <span>
                    {purchase.marketplace.clone()}" · "<bdi>{purchase.login.clone()}</bdi>
                    <small class="muted">
                        " "{number}" · "{counted(purchase.items.into(), Counted::Items)}" · "
                        <bdi>{purchase.actor_name.clone()}</bdi>" · " {format::date_time(purchase.at)}
                    </small>
                </span>
                <strong>{format::money(purchase.amount)}</strong>
            </li>
        }
    };
    let content = move |found: &OrderPurchases| {
        if found.purchases.is_empty() {
            return ().into_any();
        }
        let sum = |label: PurchaseTexts, mark: &'static str, money| {
            view! {
                <li>
                    <span class="muted">{t(label)}</span>
                    <strong data-testid=mark>{format::money(money)}</strong>
                </li>
            }
        };
        any_view! {
            <section class="card" data-testid="purchases">
                <h2>{t(PurchaseTexts::Title)}</h2>
                <ul class="payments">
                    {found.purchases.iter().map(row).collect_view()}
                    {found.charged.map(|money| sum(PurchaseTexts::Charged, "charged", money))}
                    {sum(PurchaseTexts::Spent, "spent", found.spent)}
                    {found.difference.map(|money| sum(PurchaseTexts::Difference, "difference", money))}
                </ul>
            </section>
        }
    };
    purchases.show(Skeleton::Rows, content)
}
