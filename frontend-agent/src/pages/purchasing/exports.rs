//! The purchases of an export that no item has the number of. The ones whose goods fit items to buy are recorded as bought.

use super::{buy::split_options, texts::BoardTexts};
use crate::pages::{pasted_list::ListTexts, purchase_fields::remembered_account};
use frontend_ui::prelude::*;
use shared_types::{
    items::{
        ExportGoods, ExportPurchase, GoodsMatch, ItemMove, ItemMoves, ItemPrice, MoveItems, PaidDifference,
        PurchaseTrack, PurchaseTracks, SetPurchaseTracks,
    },
    money::PriceText,
    purchasing::{AccountBalance, FreightSplit, ListAccountBalances, SellerPayment},
};
use std::collections::BTreeSet;

frontend_ui::texts! {
    /// A text about the purchases of an export.
    enum ExportTexts;
    Title: "Новые покупки в файле", "New purchases in the file", "文件中的新采购";
    Account: "Аккаунт выкупа", "Purchasing account", "采购账号";
    NoAccount: "не указывать", "not recorded", "不记录";
    Record: "Записать купленными", "Record as bought", "记录为已采购";
    NoSum: "сумма не записывается", "no sum is recorded", "不记录金额";
    WithFreight: "в том числе доставка", "of which freight", "其中运费";
    IsUnpaid: "не оплачена или закрыта", "unpaid or closed", "未付款或已关闭";
    Fits: "подходит", "fits", "匹配";
    NoProduct: "в строке нет ссылки на товар", "the row has no link of its product", "该行没有商品链接";
    NotToBuy: "такого товара нет среди покупаемых", "no item to buy is of this product", "待采购中没有该商品";
    OtherVariant: "другой вариант товара", "another variant", "规格不同";
    OtherQuantity: "другое количество", "another quantity", "数量不同";
    Ambiguous: "подходят разные позиции или строки", "several items or rows fit", "有多个匹配项";
    Differs: "по файлу {paid}, записано {recorded}", "{paid} in the file, {recorded} recorded", "文件中为 {paid}，已记录 {recorded}";
}

fn fit_text(fit: GoodsMatch) -> &'static str {
    t(match fit {
        GoodsMatch::Fits => ExportTexts::Fits,
        GoodsMatch::NoProduct => ExportTexts::NoProduct,
        GoodsMatch::NotToBuy => ExportTexts::NotToBuy,
        GoodsMatch::OtherVariant => ExportTexts::OtherVariant,
        GoodsMatch::OtherQuantity => ExportTexts::OtherQuantity,
        GoodsMatch::Ambiguous => ExportTexts::Ambiguous,
    })
}

/// A known purchase whose sum differs.
pub(super) fn difference_row(difference: &PaidDifference) -> AnyView {
    let text = t(ExportTexts::Differs)
        .replace("{paid}", &format::money(difference.paid))
        .replace("{recorded}", &format::money(difference.recorded));
    any_view! {
        <tr data-testid="paid-difference">
            <td>{difference.marketplace_order_number.clone()}</td>
            <td class="fault" colspan="3">
                {text}
            </td>
        </tr>
    }
}

fn goods_row(goods: &ExportGoods) -> AnyView {
    let mut orders: Vec<&str> = goods.items.iter().map(|item| &*item.order_number).collect();
    orders.dedup();
    let count = goods.quantity.map(|quantity| format!(" × {quantity}"));
    any_view! {
        <tr data-testid="export-goods">
            <td>{t(ListTexts::Row)} " " {goods.row}</td>
            <td dir="auto">{goods.title.clone()} {count}</td>
            <td>{orders.join(", ")}</td>
            <td class:fault=goods.fit != GoodsMatch::Fits>{fit_text(goods.fit)}</td>
        </tr>
    }
}

/// The request that buys the items of a purchase, paid from an account.
fn to_moves(purchase: &ExportPurchase, account: Option<&AccountBalance>, split: &str) -> ItemMoves {
    let items = || purchase.goods.iter().flat_map(|goods| &goods.items);
    let prices = items().filter_map(|item| {
        Some(ItemPrice {
            item: item.id,
            price: PriceText(item.price?.amount()),
        })
    });
    let payment = account.zip(purchase.total).map(|(account, total)| SellerPayment {
        account_id: account.id,
        amount: PriceText(total.amount()),
        freight: purchase.freight.map(|freight| PriceText(freight.amount())),
        split_freight: FreightSplit::from_name(split),
    });
    ItemMoves {
        marketplace_order_number: Some(purchase.marketplace_order_number.clone()),
        prices: prices.collect(),
        purchase: payment,
        ..ItemMoves::new(ItemMove::Buy, items().map(|item| item.id).collect())
    }
}

/// The track of a purchase, if the file has it.
fn track_of(purchase: &ExportPurchase) -> Option<PurchaseTracks> {
    let track = PurchaseTrack {
        marketplace_order_number: purchase.marketplace_order_number.clone(),
        domestic_track: purchase.domestic_track.clone()?,
    };
    Some(PurchaseTracks { tracks: vec![track] })
}

/// The unknown purchases of a file.
#[component]
pub(super) fn NewPurchases(found: Vec<ExportPurchase>) -> impl IntoView {
    let action = use_action();
    let may_pay = current_user().may(Object::OrderPrices, Level::Edit);
    let balances = may_pay.then(|| use_value(&[], || api::get::<ListAccountBalances>(Nothing {})));
    let accounts = move || -> Vec<AccountBalance> {
        let all = balances.and_then(|balances| balances.with(|list| list.data.clone()));
        let all = all.unwrap_or_default().into_iter();
        all.filter(|account| !account.archived && account.balance.currency == Currency::Cny)
            .collect()
    };
    let account = RwSignal::new(remembered_account());
    let split = RwSignal::new(FreightSplit::Value.as_str().to_owned());
    let ticked: BTreeSet<String> = found
        .iter()
        .filter(|purchase| purchase.is_buyable())
        .map(|purchase| purchase.marketplace_order_number.clone())
        .collect();
    let (found, ticked) = (RwSignal::new(found), RwSignal::new(ticked));
    let record = move |_| {
        let chosen = account.get_untracked();
        let payer = untrack(accounts).into_iter().find(|one| one.id.to_string() == chosen);
        let split = split.get_untracked();
        let wanted = ticked.get_untracked();
        let purchases: Vec<ExportPurchase> = found.with_untracked(|found| {
            let wanted = found
                .iter()
                .filter(|one| wanted.contains(&one.marketplace_order_number));
            wanted.cloned().collect()
        });
        let call = async move {
            let mut bought = 0;
            for purchase in purchases {
                let moves = to_moves(&purchase, payer.as_ref(), &split);
                bought += api::send::<MoveItems>((), Nothing {}, moves, Options::default())
                    .await?
                    .data
                    .len();
                // After an error the purchases that are left can be recorded again.
                let number = &purchase.marketplace_order_number;
                ticked.update(|ticked| ticked.retain(|one| one != number));
                found.update(|found| found.retain(|one| one.marketplace_order_number != *number));
                if let Some(tracks) = track_of(&purchase) {
                    let _ = api::send::<SetPurchaseTracks>((), Nothing {}, tracks, Options::default()).await?;
                }
            }
            Ok(bought)
        };
        action.run(call, move |bought| {
            notify(format!("{}: {bought}", t(BoardTexts::Bought)));
        });
    };
    let options = Signal::derive(move || {
        let mut options = vec![(String::new(), t(ExportTexts::NoAccount).to_owned())];
        options.extend(accounts().into_iter().map(|account| {
            let balance = format::money(account.balance);
            let label = format!("{} · {} · {balance}", account.marketplace, account.login);
            (account.id.to_string(), label)
        }));
        options
    });
    let purchase_rows = move |purchase: &ExportPurchase| {
        let number = purchase.marketplace_order_number.clone();
        let (is_ticked, change) = (number.clone(), number.clone());
        let sum = purchase.total.map(|total| {
            let freight = purchase.freight.map(format::money);
            let freight = freight.map(|freight| format!(" ({} {freight})", t(ExportTexts::WithFreight)));
            format!("{}{}", format::money(total), freight.unwrap_or_default())
        });
        let sum = sum.unwrap_or_else(|| t(ExportTexts::NoSum).to_owned());
        let tick = move |event| {
            let is_wanted = event_target_checked(&event);
            ticked.update(|ticked| {
                if is_wanted {
                    ticked.insert(change.clone());
                } else {
                    ticked.remove(&change);
                }
            });
        };
        view! {
            <tbody data-testid="export-purchase">
                <tr>
                    <td colspan="2">
                        <label class="check-line">
                            <input
                                type="checkbox"
                                data-testid="tick-purchase"
                                disabled=!purchase.is_buyable()
                                prop:checked=move || ticked.with(|ticked| ticked.contains(&is_ticked))
                                on:change=tick
                            />
                            {number}
                        </label>
                    </td>
                    <td>{sum}</td>
                    <td class="fault">{purchase.is_unpaid.then(|| t(ExportTexts::IsUnpaid))}</td>
                </tr>
                {purchase.goods.iter().map(goods_row).collect_view()}
            </tbody>
        }
    };
    let count = Memo::new(move |_| ticked.with(BTreeSet::len));
    let has_fields = Memo::new(move |_| count.get() > 0 && !accounts().is_empty());
    let fields = move || {
        has_fields.get().then(|| {
            view! {
                <SelectField name="purchase-account" label=t(ExportTexts::Account) value=account options=options />
                <SelectField name="split_freight" label=t(BoardTexts::Split) value=split options=split_options() />
            }
        })
    };
    let button_text = move || format!("{} · {}", t(ExportTexts::Record), count.get());
    let is_refused = move || action.is_busy() || count.get() == 0;
    view! {
        <section data-testid="new-purchases">
            <h3>{t(ExportTexts::Title)}</h3>
            <ErrorNote error=action />
            <table class="rows track-rows">
                {move || found.with(|found| found.iter().map(purchase_rows).collect_view())}
            </table>
            {fields}
            <div class="row">
                <button
                    type="button"
                    class="button primary"
                    data-testid="record-purchases"
                    disabled=is_refused
                    on:click=record
                >
                    {button_text}
                </button>
            </div>
        </section>
    }
    .into_any()
}
