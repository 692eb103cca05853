//! Packing suggestions: the received items that can lie in one shipment.

use super::{ShipmentItem, ShipmentSummary};
use crate::{
    country::Country,
    id::{ClientId, ListEntryId},
};
use std::cmp::Ordering;

/// An item that can be packed: it is in the warehouse and in no shipment.
#[apply(response)]
pub struct PackableItem {
    pub client_id: ClientId,
    pub client_code: String,
    /// Where and how it travels.
    pub target: PackingTarget,
    #[serde(flatten)]
    pub item: ShipmentItem,
}

/// Where and how an item travels, by its order. Items of a client with the same target can lie in one shipment.
#[apply(response)]
#[derive(Default, Hash)]
pub struct PackingTarget {
    /// Destination country (ISO 3166-1 alpha-2).
    pub country: Option<Country>,
    /// Destination city.
    pub city: Option<String>,
    /// Recipient with phone and address, in one line.
    pub recipient: Option<String>,
    /// Method from China that the order chose.
    pub delivery_method_id: Option<ListEntryId>,
    /// Name of the delivery method.
    pub delivery_method: Option<String>,
}

impl PackingTarget {
    /// Whether an item of this target can lie in the shipment.
    pub fn fits(&self, shipment: &ShipmentSummary, method: Option<ListEntryId>) -> bool {
        let recipient = shipment.recipient.as_ref().map(|copy| copy.recipient.line());
        (self.country, &self.city, &self.recipient) == (shipment.country, &shipment.city, &recipient)
            && self.delivery_method_id == method
    }
}

/// Received items that can lie in one shipment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackingGroup {
    pub client_id: ClientId,
    pub client_code: String,
    pub target: PackingTarget,
    /// The items by their cells, as a person walks along the shelves.
    pub items: Vec<PackableItem>,
}

/// Groups items that can lie together, in the order of their first item.
pub fn packing_groups(items: Vec<PackableItem>) -> Vec<PackingGroup> {
    let mut groups: Vec<PackingGroup> = Vec::new();
    for item in items {
        let fits = |group: &&mut PackingGroup| group.client_id == item.client_id && group.target == item.target;
        match groups.iter_mut().find(fits) {
            Some(group) => group.items.push(item),
            None => groups.push(PackingGroup {
                client_id: item.client_id,
                client_code: item.client_code.clone(),
                target: item.target.clone(),
                items: vec![item],
            }),
        }
    }
    for group in &mut groups {
        let cell = |item: &PackableItem| item.item.cell.clone().unwrap_or_default();
        group.items.sort_by(|a, b| compare_cells(&cell(a), &cell(b)));
    }
    groups
}

/// Compares names of cells as people count: A-2 comes before A-10. Items without a cell come first.
fn compare_cells(a: &str, b: &str) -> Ordering {
    let parts = |name: &str| -> Vec<(String, u64)> {
        let mut parts: Vec<(String, u64)> = Vec::new();
        let mut is_number = false;
        for c in name.chars() {
            match (c.to_digit(10), parts.last_mut()) {
                (Some(digit), Some((_, number))) if is_number => {
                    *number = number.saturating_mul(10).saturating_add(digit.into());
                }
                (Some(digit), Some((_, number))) => *number = digit.into(),
                (Some(digit), None) => parts.push((String::new(), digit.into())),
                (None, Some((text, _))) if !is_number => text.extend(c.to_lowercase()),
                (None, _) => parts.push((c.to_lowercase().collect(), 0)),
            }
            is_number = c.is_ascii_digit();
        }
        parts
    };
    parts(a).cmp(&parts(b)).then_with(|| a.cmp(b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::{ItemId, OrderId};

    fn item(id: i64, client: i64, cell: &str, city: &str) -> PackableItem {
        PackableItem {
            client_id: ClientId(client),
            client_code: format!("K{client}"),
            target: PackingTarget {
                city: Some(city.to_owned()),
                ..PackingTarget::default()
            },
            item: ShipmentItem {
                item_id: ItemId(id),
                order_id: OrderId(1),
                order_number: String::new(),
                title: String::new(),
                variant: None,
                translation: None,
                image_url: None,
                quantity: 1,
                cell: Some(cell.to_owned()),
                weight_grams: None,
            },
        }
    }

    #[test]
    fn items_of_one_client_and_target_lie_together() {
        let items = vec![
            item(1, 1, "A-10", "Тула"),
            item(2, 1, "A-2", "Омск"),
            item(3, 2, "A-1", "Тула"),
            item(4, 1, "a-2", "Тула"),
            item(5, 1, "B-1", "Омск"),
        ];
        let groups: Vec<Vec<i64>> = packing_groups(items)
            .iter()
            .map(|group| group.items.iter().map(|item| item.item.item_id.0).collect())
            .collect();
        assert_eq!(groups, [vec![4, 1], vec![2, 5], vec![3]]);
    }

    #[test]
    fn cells_are_compared_by_their_numbers() {
        let mut cells = ["B-1", "A-10", "A-2-3", "A-2", "12", "2", ""];
        cells.sort_by(|a, b| compare_cells(a, b));
        assert_eq!(cells, ["", "2", "12", "A-2", "A-2-3", "A-10", "B-1"]);
    }
}
