//! The costs of an order to the door by items, and per piece. The page is below the card of the order, in both cabinets.

use crate::{
    components::{Breadcrumb, Column, Crumb, RowAction, Table, TableRow, download, page_by_id},
    prelude::*,
    session,
};
use shared_types::{
    id::OrderId,
    orders::{CostSplit, ExportUnitCosts, ItemCost, ShowUnitCosts, UnitCostQuery, UnitCosts},
};

crate::texts! {
    /// A text of the costs by items.
    enum UnitCostTexts;
    Title: "Себестоимость за штуку", "Cost per piece", "单件成本";
    Hint:
        "Все расходы заказа до двери, разделённые на товары. Части сходятся с суммами заказа до копейки.",
        "All costs of the order to the door, split over its items. The parts add up to the sums of the order.",
        "订单送达前的全部费用，按商品分摊；各项之和与订单金额一致。";
    Split: "Делить доставку", "Split the delivery", "运费分摊方式";
    ByWeight: "по весу", "by weight", "按重量";
    ByValue: "по стоимости", "by value", "按货值";
    ByPieces: "по числу штук", "by pieces", "按件数";
    UnknownWeights:
        "Вес известен не у всех товаров, поэтому доставка разделена по числу штук.",
        "The weight of some items is not known, so the delivery is split by pieces.",
        "部分商品重量未知，运费按件数分摊。";
    Estimated:
        "Доставка посчитана примерно: ни у одной посылки ещё нет цены.",
        "The delivery is an estimate: no shipment has a price yet.",
        "运费为预估：尚无包裹报价。";
    WithoutDelivery:
        "Доставка ещё не известна у товаров:",
        "Items whose delivery is not known yet:",
        "运费未知的商品数：";
    Order: "Заказ", "Order", "订单";
    Item: "Товар", "Item", "商品";
    Pieces: "Штук", "Pieces", "件数";
    Goods: "Товары", "Goods", "货款";
    Fees: "Комиссия и услуги", "Commission and services", "服务费";
    Delivery: "Доставка", "Delivery", "运费";
    Total: "Всего", "Total", "合计";
    PerPiece: "За штуку", "Per piece", "单件";
    Empty: "Пока делить нечего", "There is nothing to split yet", "暂无可分摊的费用";
    EmptyHint:
        "Цены товаров ещё не известны или все товары возвращены.",
        "The prices of the items are not known yet, or all items are returned.",
        "商品价格未知，或商品已全部退回。";
}

#[component]
pub fn UnitCostsPage() -> impl IntoView {
    page_by_id(page)
}

fn page(id: Memo<OrderId>) -> AnyView {
    let split = RwSignal::new(CostSplit::default().as_str().to_owned());
    let query = move || UnitCostQuery {
        split: CostSplit::from_name(&split.get()),
    };
    let costs = use_value(&[Topic::Order], move || {
        api::send::<ShowUnitCosts>((id.get(),), query(), Nothing {}, Options::default())
    });
    let measures = [
        (CostSplit::Weight, UnitCostTexts::ByWeight),
        (CostSplit::Value, UnitCostTexts::ByValue),
        (CostSplit::Pieces, UnitCostTexts::ByPieces),
    ];
    let options = measures.map(|(split, name)| (split.as_str().to_owned(), t(name).to_owned()));
    let order = id.get_untracked();
    let card = format!("/{}/orders/{order}", session::guard().as_str());
    any_view! {
        <Breadcrumb path=vec![Crumb::new(card, t(UnitCostTexts::Order))] />
        <div class="page-head">
            <h1>{t(UnitCostTexts::Title)}</h1>
            <div class="spacer"></div>
            {download::<ExportUnitCosts>((order,), query)}
        </div>
        <p class="muted">{t(UnitCostTexts::Hint)}</p>
        <div class="row cost-split">
            <SelectField
                name="split"
                label=t(UnitCostTexts::Split)
                value=split
                options=Signal::stored(options.to_vec())
            />
        </div>
        {costs.show(Skeleton::Table, move |costs| content(costs, query().split))}
    }
}

fn content(costs: &UnitCosts, wanted: Option<CostSplit>) -> AnyView {
    if costs.items.is_empty() {
        return empty_state(t(UnitCostTexts::Empty), Some(t(UnitCostTexts::EmptyHint)));
    }
    let falls_back = wanted == Some(CostSplit::Weight) && costs.split == CostSplit::Pieces;
    let notes = [
        costs.delivery_estimated.then(|| t(UnitCostTexts::Estimated).to_owned()),
        falls_back.then(|| t(UnitCostTexts::UnknownWeights).to_owned()),
        (costs.without_delivery > 0)
            .then(|| format!("{} {}", t(UnitCostTexts::WithoutDelivery), costs.without_delivery)),
    ];
    let notes = notes.into_iter().flatten().map(|note| {
        view! {
            <p class="note" role="status" data-testid="costs-note">
                {note}
            </p>
        }
    });
    let columns = vec![
        Column::new("name", t(UnitCostTexts::Item)),
        Column::new("right", t(UnitCostTexts::Pieces)),
        Column::new("right", t(UnitCostTexts::Goods)),
        Column::new("right", t(UnitCostTexts::Fees)),
        Column::new("right", t(UnitCostTexts::Delivery)),
        Column::new("right", t(UnitCostTexts::Total)),
        Column::new("right", t(UnitCostTexts::PerPiece)),
    ];
    let pieces: i64 = costs.items.iter().map(|item| i64::from(item.pieces)).sum();
    let totals = any_view! {
        <td class="name">{t(UnitCostTexts::Total)}</td>
        <td class="right">{pieces}</td>
        {sums([costs.goods, costs.fees, costs.delivery, costs.total])}
        <td></td>
    };
    any_view! {
        {notes.collect_view()}
        <Table
            class="unit-costs"
            label=t(UnitCostTexts::Title)
            columns=columns
            rows=costs.items.iter().map(row).collect()
            totals=Some(totals)
            has_density=false
        />
    }
}

fn sums(sums: [Money; 4]) -> AnyView {
    let labels = [
        UnitCostTexts::Goods,
        UnitCostTexts::Fees,
        UnitCostTexts::Delivery,
        UnitCostTexts::Total,
    ];
    let cells = labels.into_iter().zip(sums).map(|(label, sum)| {
        view! {
            <td class="right" data-label=t(label)>
                {format::money(sum)}
            </td>
        }
    });
    cells.collect_view().into_any()
}

fn row(item: &ItemCost) -> TableRow {
    let variant = item
        .variant
        .clone()
        .map(|variant| view! { <small class="muted">" "{variant}</small> });
    TableRow {
        id: item.item_id.0,
        action: RowAction::Nothing,
        test_id: "unit-cost",
        class: String::new(),
        cells: any_view! {
            <td class="name" dir="auto">
                {item.title.clone()}
                {variant}
            </td>
            <td class="right" data-label=t(UnitCostTexts::Pieces)>
                {item.pieces}
            </td>
            {sums([item.goods, item.fees, item.delivery, item.total])}
            <td class="right" data-label=t(UnitCostTexts::PerPiece)>
                <strong>{format::money(item.per_piece)}</strong>
            </td>
        },
    }
}
