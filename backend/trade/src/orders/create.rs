//! Creating a draft. The cabinet and the extension use the same operation.

use super::{
    OrderError,
    history::{self, Actor, Event},
    index_text, recipient,
};
use books::settings::client_terms;
use chrono::{DateTime, Utc};
use entities::order;
use people::{clients, recipients};
use platform::scope::ScopedConnection;
use sea_orm::{ActiveValue::NotSet, Set};
use shared_types::{
    country::Country,
    fields::{FieldErrors, Rule},
    id::ClientId,
    orders::{HistoryEvent, NewOrder, OrderStatus, OrderType, lifecycle::Side, limits},
};

/// Validates the code of a country. Empty text gives `None`.
pub(super) fn parse_country(errors: &mut FieldErrors, text: Option<&str>) -> Option<Country> {
    let text = text.map(str::trim).filter(|text| !text.is_empty())?;
    let country = Country::parse(text).ok();
    if country.is_none() {
        errors.add("destination_country", Rule::UnknownValue);
    }
    country
}

/// Fails with [`OrderError::NotOffered`] if the agent does not accept orders of this type.
pub(super) async fn ensure_offered(rows: &impl ScopedConnection, order_type: OrderType) -> Result<(), OrderError> {
    if order_type == OrderType::SelfBuyout && !client_terms::self_buyout(rows).await?.value.enabled {
        return Err(OrderError::NotOffered);
    }
    Ok(())
}

/// Creates a draft for a client in the scope. Order numbers are consecutive per client.
pub async fn create(
    rows: &impl ScopedConnection,
    actor: &Actor,
    client_id: ClientId,
    new: NewOrder,
    now: DateTime<Utc>,
) -> Result<(order::Model, clients::NextOrder), OrderError> {
    debug_assert!(actor.side == Side::Client, "only clients create drafts");
    let mut errors = FieldErrors::default();
    let title = errors.text("title", new.title.as_deref().unwrap_or_default(), limits::TITLE);
    let comment = errors.text("comment", new.comment.as_deref().unwrap_or_default(), limits::COMMENT);
    let mut destination_country = parse_country(&mut errors, new.destination_country.as_deref());
    let mut destination_city = errors.optional_text("destination_city", new.destination_city.as_deref(), limits::CITY);
    errors.into_result(())?;
    ensure_offered(rows, new.order_type).await?;
    let client = clients::next_order_number(rows, client_id)
        .await?
        .ok_or(OrderError::NotFound)?;
    let recipient = match new.recipient_id {
        Some(id) => Some(
            recipients::copy(rows, client_id, id, now)
                .await?
                .ok_or_else(|| FieldErrors::single("recipient_id", Rule::NotYours))?,
        ),
        None if destination_country.is_none() && destination_city.is_none() => {
            recipients::copy_default(rows, client_id, now).await?
        }
        None => None,
    };
    if let Some(snapshot) = &recipient {
        destination_country = Some(snapshot.recipient.country);
        destination_city = Some(snapshot.recipient.city.clone());
    }
    let row = order::ActiveModel {
        id: NotSet,
        agent_id: Set(client.agent_id),
        client_id: Set(client_id),
        number: Set(client.number.clone()),
        order_type: Set(new.order_type),
        status: Set(OrderStatus::Draft),
        search_text: Set(index_text::order_text(&client.number, &title, &client.name)),
        title: Set(title.clone()),
        comment: Set(comment),
        currency: Set(client.currency),
        total_minor: Set(0),
        items_count: Set(0),
        mixed_currencies: Set(false),
        destination_country: Set(destination_country),
        destination_city: Set(destination_city),
        recipient: Set(recipient::stored(recipient)?),
        delivery_method_id: Set(None),
        packaging_id: Set(None),
        insurance_id: Set(None),
        assigned_staff_id: Set(None),
        source: Set(actor.via),
        problem_count: Set(0),
        unread_by_agent: Set(false),
        unread_by_client: Set(false),
        submitted_at: Set(None),
        pricing_opened_at: Set(None),
        quote_id: Set(None),
        last_activity_at: Set(now),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let order = rows.insert(row).await?;
    history::write(rows, &order, actor, Event::new(HistoryEvent::Created, None, title), now).await?;
    Ok((order, client))
}
