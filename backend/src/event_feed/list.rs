//! Reads pages of the feed.

use entities::{event, event_position as position};
use platform::scope::{Assigned, Owned, ScopedConnection};
use sea_orm::{Condition, FromQueryResult, Order, QueryOrder, QuerySelect, entity::prelude::*};
use shared_types::{
    access::{Breadth, Guard, Level, Rights},
    events::{
        DEFAULT_EVENTS, Event, EventData, EventPage, EventQuery, EventType, MAX_EVENTS, SCANNED_POSITIONS,
        is_shown_in_state,
    },
    fields::{FieldErrors, Rule},
    id::StaffId,
};

/// Why there is no page.
#[derive(Debug, thiserror::Error)]
pub(super) enum FeedError {
    #[error("the request is invalid")]
    Invalid(FieldErrors),
    /// Events after the position are no longer kept.
    #[error("the events have expired")]
    Expired,
    #[error(transparent)]
    Database(#[from] DbErr),
}

/// The events that a reader may see.
pub(super) struct Reader<'a> {
    pub(super) guard: Guard,
    pub(super) rights: &'a Rights,
    /// The staff member; `None` for a member of a client.
    pub(super) staff_id: Option<StaffId>,
}

impl Reader<'_> {
    /// The condition of the events of these types that the reader's rights allow.
    fn condition(&self, wanted: &[EventType]) -> Condition {
        let with_breadth = |breadth: Breadth| {
            let kinds = wanted.iter().copied().filter(move |kind| {
                let grant = kind.object().right(self.guard).map(|object| self.rights.grant(object));
                grant.is_some_and(|grant| grant.level >= Level::View && grant.breadth == breadth)
            });
            event::Column::Kind.is_in(kinds)
        };
        let own = match self.staff_id.map(event::Entity::assigned_to) {
            Some(Assigned::Only(assigned)) => Condition::all().add(with_breadth(Breadth::Own)).add(assigned),
            // Members of a client see all of its objects, whatever the breadth.
            Some(Assigned::Everything) | None => with_breadth(Breadth::Own).into(),
        };
        Condition::any().add(with_breadth(Breadth::All)).add(own)
    }

    fn sequence(&self) -> event::Column {
        sequence_column(self.guard)
    }
}

/// The column with the positions in the feed of a side.
pub(crate) const fn sequence_column(guard: Guard) -> event::Column {
    match guard {
        Guard::Agent => event::Column::StaffSequence,
        Guard::Client => event::Column::ClientSequence,
    }
}

#[derive(FromQueryResult)]
struct Sequence {
    sequence: Option<i64>,
}

/// Reads the events after a position.
pub(super) async fn page(
    rows: &impl ScopedConnection,
    reader: &Reader<'_>,
    query: &EventQuery,
) -> Result<EventPage, FeedError> {
    let limit = query.limit.unwrap_or(DEFAULT_EVENTS);
    let after = query.after.unwrap_or_default();
    let mut errors = FieldErrors::default();
    if !(1..=MAX_EVENTS).contains(&limit) {
        errors.add(
            "limit",
            Rule::OutOfRange(1, i64::try_from(MAX_EVENTS).unwrap_or(i64::MAX)),
        );
    }
    let wanted = parse_types(query.types.as_deref(), reader.guard, &mut errors);
    errors.into_result(()).map_err(FeedError::Invalid)?;
    // Read before the events, so that the feed is complete up to this position.
    let last = last_position(rows, reader.guard).await?;
    if !(0..=last).contains(&after) {
        return Err(FeedError::Invalid(FieldErrors::single(
            "after",
            Rule::OutOfRange(0, last),
        )));
    }
    let sequence = reader.sequence();
    let oldest = event::Entity::find()
        .select_only()
        .column_as(sequence, "sequence")
        .filter(sequence.is_not_null())
        .order_by(sequence, Order::Asc);
    let oldest: Option<Sequence> = rows.one_as(oldest).await?;
    let oldest = oldest.and_then(|row| row.sequence).unwrap_or(last + 1);
    // Without a position the feed begins with the oldest event.
    if query.after.is_some_and(|after| after > 0 && after + 1 < oldest) {
        return Err(FeedError::Expired);
    }
    // Without a bound, a page of rare events would read all that are kept.
    let from = after.max(oldest - 1);
    let end = last.min(from.saturating_add(SCANNED_POSITIONS));
    let select = event::Entity::find()
        .filter(sequence.gt(from))
        .filter(sequence.lte(end))
        .filter(reader.condition(&wanted))
        .order_by(sequence, Order::Asc)
        .limit(limit + 1);
    let mut found = rows.all(select).await?;
    let is_cut = found.len() as u64 > limit;
    found.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    let data: Vec<Event> = found
        .into_iter()
        .filter_map(|row| to_event(row, reader.guard))
        .collect();
    let next = match data.last() {
        Some(newest) if is_cut => newest.sequence,
        _ => end,
    };
    Ok(EventPage {
        data,
        next,
        has_more: next < last,
        last,
    })
}

/// The newest position of the feed that the scope belongs to.
pub(crate) async fn last_position(rows: &impl ScopedConnection, guard: Guard) -> Result<i64, DbErr> {
    let select = match guard {
        Guard::Agent => position::Entity::find().filter(position::Column::ClientId.is_null()),
        Guard::Client => position::Entity::find(),
    };
    Ok(rows.one(select).await?.map_or(0, |row| row.last_sequence))
}

/// The types of a list that a side sees; all types without a list.
fn parse_types(list: Option<&str>, guard: Guard, errors: &mut FieldErrors) -> Vec<EventType> {
    let seen = |kind: &EventType| kind.is_seen_by(guard);
    let Some(list) = list.filter(|list| !list.is_empty()) else {
        return EventType::ALL.iter().copied().filter(seen).collect();
    };
    let mut kinds = Vec::new();
    for name in list.split(',') {
        match EventType::from_name(name.trim()).filter(seen) {
            Some(kind) => kinds.push(kind),
            None => errors.add("types", Rule::UnknownValue),
        }
    }
    kinds
}

/// An event as people of a side receive it. `None` if it has no place in their feed.
pub(crate) fn to_event(row: event::Model, guard: Guard) -> Option<Event> {
    let sequence = match guard {
        Guard::Agent => row.staff_sequence,
        Guard::Client => row.client_sequence,
    }?;
    let object = row.kind.object();
    let is_hidden = row
        .new_state
        .as_deref()
        .is_some_and(|state| !is_shown_in_state(object, state, guard));
    Some(Event {
        id: format!("evt_{}", row.id),
        kind: row.kind,
        timestamp: row.changed_at,
        sequence,
        data: EventData {
            object,
            id: row.object_id,
            number: row.number,
            client_id: row.client_id,
            order_id: row.order_id,
            shipment_id: row.shipment_id,
            old_state: row.old_state,
            new_state: row.new_state,
            deleted: row.kind.is_deletion() || is_hidden,
        },
    })
}
