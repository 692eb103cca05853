//! Creating an order: a draft of the client, from the cabinet or the extension, or a submitted order by staff.

use super::{
    OrderError,
    history::{self, Actor, Event},
    index_text, recipient,
};
use books::settings::client_terms;
use chrono::{DateTime, Utc};
use entities::order;
use people::{clients, recipients, staff::assignees};
use platform::scope::ScopedConnection;
use sea_orm::{ActiveValue::NotSet, Set};
use shared_types::{
    country::Country,
    fields::{FieldErrors, Rule},
    id::{ClientId, StaffId},
    orders::{HistoryEvent, NewAgentOrder, NewOrder, OrderStatus, OrderType, lifecycle::Side, limits},
    recipients::RecipientSnapshot,
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

/// Fails with [`OrderError::NotOffered`] if the agent does not accept orders of this type from the client.
pub(super) async fn ensure_offered(
    rows: &impl ScopedConnection,
    client_id: ClientId,
    order_type: OrderType,
) -> Result<(), OrderError> {
    let is_offered = match order_type {
        OrderType::Standard => true,
        OrderType::SelfBuyout => {
            let terms = client_terms::terms_of_client(rows, client_id).await?;
            terms.self_buyout.enabled
        }
    };
    if is_offered {
        Ok(())
    } else {
        Err(OrderError::NotOffered)
    }
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
    let client = clients::next_order_number(rows, client_id)
        .await?
        .ok_or(OrderError::NotFound)?;
    ensure_offered(rows, client_id, new.order_type).await?;
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
    let fields = OrderFields {
        order_type: new.order_type,
        title: title.clone(),
        comment,
        destination_country,
        destination_city,
        recipient,
    };
    let order = rows.insert(new_row(client_id, &client, fields, actor, now)?).await?;
    history::write(rows, &order, actor, Event::new(HistoryEvent::Created, None, title), now).await?;
    Ok((order, client))
}

/// Creates an order of a client by staff. It is submitted at once and its pricing is open, so that staff can add items and the
/// client can't take it back. It goes to the client's manager, or else to the person who creates it.
pub(super) async fn create_by_staff(
    rows: &impl ScopedConnection,
    actor: &Actor,
    staff_id: StaffId,
    new: NewAgentOrder,
    now: DateTime<Utc>,
) -> Result<(order::Model, clients::NextOrder), OrderError> {
    let mut errors = FieldErrors::default();
    let title = errors.text("title", new.title.as_deref().unwrap_or_default(), limits::TITLE);
    let comment = errors.text("comment", new.comment.as_deref().unwrap_or_default(), limits::COMMENT);
    errors.into_result(())?;
    let client_id = new.client_id;
    let client = clients::next_order_number(rows, client_id)
        .await?
        .filter(|client| !client.is_disabled)
        .ok_or_else(|| FieldErrors::single("client_id", Rule::NotYours))?;
    ensure_offered(rows, client_id, new.order_type).await?;
    let recipient = recipients::copy_default(rows, client_id, now).await?;
    let fields = OrderFields::by_staff(new.order_type, title.clone(), comment, recipient);
    let row = order::ActiveModel {
        status: Set(OrderStatus::Submitted),
        assigned_staff_id: Set(Some(assignee(rows, client.manager_staff_id, staff_id).await?)),
        staff_activity: Set(1),
        staff_activity_at: Set(Some(now)),
        submitted_at: Set(Some(now)),
        pricing_opened_at: Set(Some(now)),
        ..new_row(client_id, &client, fields, actor, now)?
    };
    let order = rows.insert(row).await?;
    let events = vec![
        (&order, Event::new(HistoryEvent::Created, None, title)),
        (&order, Event::moved(OrderStatus::Draft, OrderStatus::Submitted, None)),
    ];
    history::write_all(rows, actor, events, now).await?;
    Ok((order, client))
}

/// The client's manager, unless the manager is locked out.
pub(super) async fn assignee(
    rows: &impl ScopedConnection,
    manager: Option<StaffId>,
    creator: StaffId,
) -> Result<StaffId, OrderError> {
    let Some(manager) = manager.filter(|manager| *manager != creator) else {
        return Ok(creator);
    };
    let people = assignees::by_ids(rows, [manager]).await?;
    let is_available = assignees::ensure_available(&people, Some(manager), "client_id").is_ok();
    Ok(if is_available { manager } else { creator })
}

/// The fields of a new order, after their validation.
pub(super) struct OrderFields {
    pub(super) order_type: OrderType,
    pub(super) title: String,
    pub(super) comment: String,
    pub(super) destination_country: Option<Country>,
    pub(super) destination_city: Option<String>,
    pub(super) recipient: Option<RecipientSnapshot>,
}

impl OrderFields {
    /// An order by staff, which goes to the default recipient of its client.
    pub(super) fn by_staff(
        order_type: OrderType,
        title: String,
        comment: String,
        recipient: Option<RecipientSnapshot>,
    ) -> Self {
        Self {
            order_type,
            title,
            comment,
            destination_country: recipient.as_ref().map(|snapshot| snapshot.recipient.country),
            destination_city: recipient.as_ref().map(|snapshot| snapshot.recipient.city.clone()),
            recipient,
        }
    }
}

/// The row of a new draft.
pub(super) fn new_row(
    client_id: ClientId,
    client: &clients::NextOrder,
    fields: OrderFields,
    actor: &Actor,
    now: DateTime<Utc>,
) -> Result<order::ActiveModel, OrderError> {
    Ok(order::ActiveModel {
        id: NotSet,
        agent_id: Set(client.agent_id),
        client_id: Set(client_id),
        number: Set(client.number.clone()),
        order_type: Set(fields.order_type),
        status: Set(OrderStatus::Draft),
        search_text: Set(index_text::order_text(&client.number, &fields.title, &client.name)),
        title: Set(fields.title),
        comment: Set(fields.comment),
        currency: Set(client.currency),
        total_minor: Set(0),
        items_count: Set(0),
        mixed_currencies: Set(false),
        destination_country: Set(fields.destination_country),
        destination_city: Set(fields.destination_city),
        recipient: Set(recipient::stored(fields.recipient)?),
        delivery_method_id: Set(None),
        packaging_id: Set(None),
        insurance_id: Set(None),
        assigned_staff_id: Set(None),
        source: Set(actor.via),
        problem_count: Set(0),
        client_activity: Set(0),
        client_activity_at: Set(None),
        staff_activity: Set(0),
        staff_activity_at: Set(None),
        submitted_at: Set(None),
        pricing_opened_at: Set(None),
        quote_id: Set(None),
        deposit_minor: Set(None),
        deposit_currency: Set(None),
        last_activity_at: Set(now),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
    })
}
