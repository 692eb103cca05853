//! The fields of a shipment that staff and the client change, as its history has them.

use super::delivery_choice::delivery_view;
use entities::shipment;
use platform::scope::ScopedConnection;
use sea_orm::DbErr;
use shared_types::{
    country::Country,
    settings::DeliveryOption,
    shipments::{
        DeliveryDetail as D, DeliveryDetailChange, DeliveryDetailValue as Value, ShipmentChange, ShipmentDelivery,
        ShipmentDeliveryChange,
    },
};

/// A shipment before or after a change, with the names of its delivery.
pub(super) struct Fields {
    row: shipment::Model,
    delivery: ShipmentDelivery,
}

impl Fields {
    /// Reads the names if the change is one of the delivery. Takes one statement at most.
    pub(super) async fn read(
        rows: &impl ScopedConnection,
        row: shipment::Model,
        change: &ShipmentChange,
    ) -> Result<Self, DbErr> {
        let chooses = change.goods_category_id.is_some()
            || change.recipient.is_some()
            || change.delivery.unwrap_or_default() != ShipmentDeliveryChange::default();
        let delivery = if chooses {
            delivery_view(rows, &row).await?
        } else {
            ShipmentDelivery::default()
        };
        Ok(Self { row, delivery })
    }

    /// The fields that differ. The destination belongs to the recipient if there is one.
    pub(super) fn changes(&self, after: &Self) -> Vec<DeliveryDetailChange> {
        let pairs = self.values().into_iter().zip(after.values());
        let differing = pairs.filter(|((_, before), (_, after))| before != after);
        let is_own = |detail: D| after.row.recipient.is_none() || !matches!(detail, D::Country | D::City);
        differing
            .filter(|((detail, _), _)| is_own(*detail))
            .map(|((detail, before), (_, after))| DeliveryDetailChange { detail, before, after })
            .collect()
    }

    fn values(&self) -> [(D, Option<Value>); 14] {
        let (row, delivery) = (&self.row, &self.delivery);
        let text = |text: Option<&str>| {
            text.filter(|text| !text.is_empty())
                .map(|text| Value::Text(text.to_owned()))
        };
        let chosen = |choice: &Option<DeliveryOption>| choice.as_ref().map(|choice| Value::Text(choice.name.clone()));
        let sides = row.sides().map(|sides| {
            let [length, width, height] = [sides.length_mm, sides.width_mm, sides.height_mm];
            Value::Text(format!("{length} × {width} × {height}"))
        });
        [
            (D::Track, text(row.track.as_deref())),
            (D::TransportCompany, chosen(&delivery.transport_company)),
            (D::Method, chosen(&delivery.method)),
            (D::GoodsCategory, chosen(&delivery.goods_category)),
            (D::Packaging, chosen(&delivery.packaging)),
            (D::Insurance, chosen(&delivery.insurance)),
            (D::PickupPoint, chosen(&delivery.pickup_point)),
            (D::Country, text(row.country.map(Country::code))),
            (D::City, text(row.city.as_deref())),
            (D::Weight, row.weight_grams.map(Value::Number)),
            (D::Volume, row.volume_cm3.map(Value::Number)),
            (D::Places, row.places.map(|places| Value::Number(places.into()))),
            (D::Sides, sides),
            (D::Comment, text(Some(&row.comment))),
        ]
    }
}
