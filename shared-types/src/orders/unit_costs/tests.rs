//! Splitting the costs of an order over its items.

use super::*;
use proptest::prelude::*;

fn item(id: i64, shop: i64, pieces: i32, value: i64, grams: Option<i64>) -> CostedItem {
    CostedItem {
        item_id: ItemId(id),
        group_id: GroupId(shop),
        title: format!("item {id}"),
        variant: None,
        image_url: None,
        pieces,
        value_minor: value,
        weight_grams: grams,
        services_minor: 0,
    }
}

/// Sums in yuan at 12 rubles.
fn sums(own: i64) -> BothSums {
    BothSums {
        own,
        rub: Some(own * 12),
    }
}

fn order(items: Vec<CostedItem>, charges: Vec<(ChargeKind, BothSums)>) -> CostsToSplit {
    CostsToSplit {
        currency: Currency::Cny,
        rate: Some(Rate::from_millionths(12_000_000)),
        items,
        charges,
        domestic: vec![(GroupId(1), 1000), (GroupId(2), 500)],
        extra: Vec::new(),
    }
}

/// Goods, fees, delivery and the cost of a piece of each item, in kopecks.
fn rows(costs: &UnitCosts) -> Vec<[i64; 4]> {
    let row = |item: &ItemCost| [item.goods, item.fees, item.delivery, item.per_piece].map(|money| money.minor);
    costs.items.iter().map(row).collect()
}

#[test]
fn costs_are_split_by_their_own_measures() {
    let mut costs = order(
        vec![item(1, 1, 10, 10_000, Some(3000)), item(2, 2, 1, 30_000, Some(1000))],
        vec![
            (ChargeKind::Goods, sums(40_000)),
            (ChargeKind::Domestic, sums(1500)),
            (ChargeKind::Commission, sums(2000)),
            (ChargeKind::Cargo, sums(4000)),
            (ChargeKind::Insurance, sums(400)),
        ],
    );
    let by_weight = UnitCosts::calculate(&costs, CostSplit::Weight);
    assert!(by_weight.delivery_estimated);
    // Shipping of the own shop and the commission by value; cargo by weight and insurance by value.
    assert_eq!(
        rows(&by_weight),
        [
            [120_000, 12_000 + 6000, 36_000 + 1200, 17_520],
            [360_000, 6000 + 18_000, 12_000 + 3600, 399_600],
        ]
    );
    assert_eq!(by_weight.total.minor, 12 * 47_900);

    // A shipment with a price took half of the first item.
    costs.charges.truncate(3);
    costs.extra = vec![
        ExtraCharge::Shipment(vec![(ItemId(1), 5)], sums(1000)),
        ExtraCharge::Service(ItemId(2), sums(50)),
    ];
    let shipped = UnitCosts::calculate(&costs, CostSplit::Weight);
    assert!(!shipped.delivery_estimated);
    assert_eq!(shipped.without_delivery, 1);
    assert_eq!(
        rows(&shipped),
        [[120_000, 18_000, 12_000, 15_000], [360_000, 24_600, 0, 384_600]]
    );

    // Without a weight of each item, the pieces count.
    costs.items[1].weight_grams = None;
    assert_eq!(UnitCosts::calculate(&costs, CostSplit::Weight).split, CostSplit::Pieces);
}

#[test]
fn refunded_goods_take_their_part_of_the_charges_along() {
    let charges = vec![(ChargeKind::Goods, sums(40_000)), (ChargeKind::Commission, sums(2000))];
    let costs = order(vec![item(1, 1, 1, 10_000, None)], charges);
    let left = UnitCosts::calculate(&costs, CostSplit::Weight);
    assert_eq!(rows(&left), [[120_000, 6000, 0, 126_000]]);
}

#[test]
fn self_buyout_shows_goods_at_the_rate() {
    let costs = order(
        vec![item(1, 1, 2, 10_000, Some(10))],
        vec![(ChargeKind::Cargo, sums(100))],
    );
    let costs = UnitCosts::calculate(&costs, CostSplit::Weight);
    assert_eq!(rows(&costs), [[120_000, 0, 1200, 60_600]]);
}

proptest! {
    #![proptest_config(test_seed::proptest_config(256))]
    #[test]
    fn parts_add_up_to_the_sums_of_the_order(
        items in prop::collection::vec((1..=5_i64, 1..=1000_i32, 1..=10_000_000_i64, prop::option::of(1..=100_000_i64)), 1..20),
        sums in prop::array::uniform5(0..=100_000_000_i64),
        split in prop::sample::select(CostSplit::ALL.to_vec()),
    ) {
        let items: Vec<CostedItem> = items
            .into_iter()
            .zip(1..)
            .map(|((shop, pieces, value, grams), id)| item(id, shop, pieces, value, grams))
            .collect();
        let goods: i64 = items.iter().map(|item| item.value_minor).sum();
        let [domestic, commission, services, cargo, shipped] = sums.map(|own| BothSums { own, rub: Some(own * 12 + 7) });
        let contents = items.iter().map(|item| (item.item_id, item.pieces)).collect();
        let shops: std::collections::BTreeSet<GroupId> = items.iter().map(|item| item.group_id).collect();
        let costs = CostsToSplit {
            domestic: shops.into_iter().map(|shop| (shop, 1 + shop.0)).collect(),
            extra: vec![ExtraCharge::Shipment(contents, shipped)],
            ..order(items, vec![
                (ChargeKind::Goods, BothSums { own: goods, rub: Some(goods * 12) }),
                (ChargeKind::Domestic, domestic),
                (ChargeKind::Commission, commission),
                (ChargeKind::Services, services),
                (ChargeKind::Cargo, cargo),
            ])
        };
        let split = UnitCosts::calculate(&costs, split);
        let rub = |sums: BothSums| sums.rub.unwrap_or_default();
        prop_assert_eq!(split.goods.minor, goods * 12);
        prop_assert_eq!(split.fees.minor, rub(domestic) + rub(commission) + rub(services));
        prop_assert_eq!(split.delivery.minor, rub(cargo) + rub(shipped));
        let rows: i64 = split.items.iter().map(|item| item.total.minor).sum();
        prop_assert_eq!(rows, split.total.minor);
    }
}
