//! An address book and an open shipping request.

use super::steps::{DemoClient, DemoResult};
use chrono::{DateTime, Utc};
use entities::{order_item as item, shipment_item};
use logistics::shipments::requests;
use people::recipients;
use platform::{scope::ScopedConnection, state::AppState};
use sea_orm::{QueryOrder, QuerySelect, QueryTrait, entity::prelude::*};
use shared_types::{
    items::ItemStatus,
    orders::{Origin, Side},
    recipients::{DocumentNumber, RecipientForm},
    shipments::{NewShippingRequest, ShippingGrouping},
};
use trade::orders::history::Actor;

fn forms() -> [RecipientForm; 3] {
    let form = |name: &str, phone: &str, country: &str, city: &str, postcode: &str, street: &str| RecipientForm {
        name: name.to_owned(),
        phone: phone.to_owned(),
        country: country.to_owned(),
        city: city.to_owned(),
        postcode: Some(postcode.to_owned()),
        street: Some(street.to_owned()),
        ..RecipientForm::default()
    };
    [
        RecipientForm {
            region: Some("Московская область".to_owned()),
            passport: Some(DocumentNumber("4509 123456".to_owned())),
            tax_number: Some(DocumentNumber("500100732259".to_owned())),
            ..form(
                "Игорь Петров",
                "+79990000002",
                "RU",
                "Химки",
                "141400",
                "ул. Кирова, 12, кв. 48",
            )
        },
        form(
            "Склад «Восток»",
            "+74955550010",
            "RU",
            "Москва",
            "109052",
            "Рязанский пр-т, 2, стр. 5",
        ),
        form(
            "Айгуль Сейтова",
            "+77015550020",
            "KZ",
            "Алматы",
            "050000",
            "пр. Абая, 10, офис 3",
        ),
    ]
}

/// Fills the address book of a client, and asks for some of its items to be shipped.
pub(super) async fn load(state: &AppState, client: &DemoClient, now: DateTime<Utc>) -> DemoResult<()> {
    let tx = state.system().enter_client(client.agent, client.id).begin().await?;
    let mut first = None;
    for form in forms() {
        let added = recipients::add(&tx, &form, now)
            .await
            .map_err(|error| error.to_string())?;
        first = first.or(Some(added.id));
    }
    let packed = shipment_item::Entity::find()
        .select_only()
        .column(shipment_item::Column::ItemId)
        .filter(shipment_item::Column::ReleasedAt.is_null())
        .into_query();
    let waiting = item::Entity::find()
        .filter(item::Column::Status.eq(ItemStatus::AtWarehouse))
        .filter(item::Column::Id.not_in_subquery(packed))
        .order_by_asc(item::Column::Id)
        .limit(3);
    let items = tx.all(waiting).await?;
    if !items.is_empty() {
        let actor = Actor {
            side: Side::Client,
            user_id: None,
            name: client.name.to_owned(),
            via: Origin::Cabinet,
        };
        let request = NewShippingRequest {
            items: items.iter().map(|item| item.id).collect(),
            grouping: ShippingGrouping::Together,
            wishes: "Уберите коробки из-под обуви, пожалуйста.".to_owned(),
            recipient_id: first,
            delivery_method_id: None,
        };
        requests::create(&tx, &actor, client.id, &request, now)
            .await
            .map_err(|error| error.to_string())?;
    }
    tx.commit().await?;
    Ok(())
}
