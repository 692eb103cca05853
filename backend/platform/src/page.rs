//! Pages of lists, and their opaque cursor: the last row of a page.
//!
//! Most lists are sorted by id, and their cursor is an id. A list that is read by `updated_since` is sorted by the time of the last
//! change, and its cursor has that time too: a row that changes between two pages moves to the end and is not missed.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, Condition, Order, QueryFilter, QueryOrder, QuerySelect,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    page::{DEFAULT_LIMIT, MAX_LIMIT},
};

/// Rows of one block of a list that is read completely.
const BLOCK_SIZE: u64 = 1000;

/// The start and length of a page.
#[derive(Clone, Copy, Debug)]
pub struct PageWindow {
    /// The last row of the previous page. The page continues after it, in the direction of the list.
    pub beyond: Option<i64>,
    /// Most rows of the page.
    pub limit: u64,
    /// Set for a page of changed rows, in the order of their last change.
    changes: Option<Changes>,
}

/// The rows that have changed since a time.
#[derive(Clone, Copy, Debug)]
struct Changes {
    since: DateTime<Utc>,
    /// The time of the last change of the last row of the previous page.
    beyond: Option<DateTime<Utc>>,
}

impl PageWindow {
    /// Reads the limit and cursor of a query. An invalid cursor is refused.
    pub fn from_query(limit: Option<u64>, cursor: Option<&str>) -> Result<Self, FieldErrors> {
        Self::with_limits(limit, cursor, DEFAULT_LIMIT, MAX_LIMIT)
    }

    /// Like [`Self::from_query`], for lists with other page lengths.
    pub fn with_limits(limit: Option<u64>, cursor: Option<&str>, default: u64, max: u64) -> Result<Self, FieldErrors> {
        let limit = limit.unwrap_or(default);
        if !(1..=max).contains(&limit) {
            return Err(FieldErrors::single(
                "limit",
                Rule::OutOfRange(1, i64::try_from(max).unwrap_or(i64::MAX)),
            ));
        }
        let beyond = cursor
            .map(|cursor| decode(cursor).ok_or_else(unknown_cursor))
            .transpose()?;
        Ok(Self {
            beyond,
            limit,
            changes: None,
        })
    }

    /// Selects the rows that have changed at or after a time, in the order of their last change. Takes the cursor, because it is one
    /// of that order.
    pub fn updated_since(mut self, since: DateTime<Utc>, cursor: Option<&str>) -> Result<Self, FieldErrors> {
        let last = cursor
            .map(|cursor| decode_change(cursor).ok_or_else(unknown_cursor))
            .transpose()?;
        self.beyond = last.map(|(_, id)| id);
        self.changes = Some(Changes {
            since,
            beyond: last.map(|(changed_at, _)| changed_at),
        });
        Ok(self)
    }

    /// Reads the parameters of a list that can be read by the time of the last change.
    pub fn of_list(
        limit: Option<u64>,
        cursor: Option<&str>,
        updated_since: Option<DateTime<Utc>>,
    ) -> Result<Self, FieldErrors> {
        match updated_since {
            None => Self::from_query(limit, cursor),
            Some(since) => Self::from_query(limit, None)?.updated_since(since, cursor),
        }
    }

    /// Whether the rows are sorted by the time of their last change.
    pub const fn is_by_change(self) -> bool {
        self.changes.is_some()
    }

    /// Sorts a list, newest first or by the last change, starts it after the previous page, and limits it to one row more than the page.
    pub fn apply<S, C>(self, select: S, id: C, updated_at: C) -> S
    where
        S: QueryFilter + QueryOrder + QuerySelect,
        C: ColumnTrait,
    {
        let Some(changes) = self.changes else {
            return self.select(select, id, Order::Desc);
        };
        let mut select = select.filter(updated_at.gte(changes.since));
        if let (Some(at), Some(beyond)) = (changes.beyond, self.beyond) {
            let place = Expr::tuple([updated_at.as_column_ref(), id.as_column_ref()].map(Expr::col));
            select = select.filter(place.gt(Expr::tuple([Expr::value(at), Expr::value(beyond)])));
        }
        select.order_by_asc(updated_at).order_by_asc(id).limit(self.limit + 1)
    }

    /// The first block of a list that is read completely. The limit and cursor of the query are validated but not used.
    pub fn first_block(limit: Option<u64>, cursor: Option<&str>) -> Result<Self, FieldErrors> {
        Ok(Self::from_query(limit, cursor)?.into_first_block())
    }

    /// The first block of the whole list.
    #[must_use]
    pub fn into_first_block(mut self) -> Self {
        self.beyond = None;
        self.limit = BLOCK_SIZE;
        if let Some(changes) = &mut self.changes {
            changes.beyond = None;
        }
        self
    }

    /// Selects the rows of the window and one more, in the order of their ids.
    pub fn select<S: QueryFilter + QueryOrder + QuerySelect>(self, from: S, id: impl ColumnTrait, order: Order) -> S {
        let beyond = self.beyond.map(|row| match order {
            Order::Asc => id.gt(row),
            _ => id.lt(row),
        });
        from.order_by(id, order)
            .limit(self.limit + 1)
            .filter(Condition::all().add_option(beyond))
    }

    /// Removes the extra row that was queried beyond the limit. Returns the page, and the cursor of the next one.
    pub fn take_page<T, I: Into<i64>>(self, rows: Vec<T>, id: impl Fn(&T) -> I) -> (Vec<T>, Option<String>) {
        self.take_rows(rows, |last| encode(id(last).into()))
    }

    /// Like [`Self::take_page`], for a list that was sorted by [`Self::apply`].
    pub fn take_sorted_page<T, I: Into<i64>>(
        self,
        rows: Vec<T>,
        key: impl Fn(&T) -> (I, DateTime<Utc>),
    ) -> (Vec<T>, Option<String>) {
        self.take_rows(rows, |last| {
            let (id, updated_at) = key(last);
            match self.changes {
                None => encode(id.into()),
                Some(_) => encode_change(updated_at, id.into()),
            }
        })
    }

    fn take_rows<T>(self, mut rows: Vec<T>, cursor: impl Fn(&T) -> String) -> (Vec<T>, Option<String>) {
        let more = rows.len() as u64 > self.limit;
        rows.truncate(usize::try_from(self.limit).unwrap_or(usize::MAX));
        let next = rows.last().filter(|_| more).map(cursor);
        (rows, next)
    }

    /// The block of the same list after a cursor.
    pub fn block_after(self, cursor: &str) -> Result<Self, FieldErrors> {
        let block = self.into_first_block();
        match self.changes {
            Some(changes) => block.updated_since(changes.since, Some(cursor)),
            None => Ok(Self {
                beyond: Some(decode(cursor).ok_or_else(unknown_cursor)?),
                ..block
            }),
        }
    }
}

fn unknown_cursor() -> FieldErrors {
    FieldErrors::single("cursor", Rule::UnknownValue)
}

/// The cursor that continues after a row.
pub fn encode(id: i64) -> String {
    URL_SAFE_NO_PAD.encode(id.to_be_bytes())
}

fn decode(cursor: &str) -> Option<i64> {
    let bytes = URL_SAFE_NO_PAD.decode(cursor).ok()?;
    Some(i64::from_be_bytes(bytes.try_into().ok()?))
}

/// The cursor that continues after a row in a list that is sorted by the time of the last change.
fn encode_change(changed_at: DateTime<Utc>, id: i64) -> String {
    // Times that don't fit are centuries away.
    let nanoseconds = changed_at.timestamp_nanos_opt().unwrap_or(i64::MAX);
    URL_SAFE_NO_PAD.encode([nanoseconds.to_be_bytes(), id.to_be_bytes()].concat())
}

fn decode_change(cursor: &str) -> Option<(DateTime<Utc>, i64)> {
    let bytes = URL_SAFE_NO_PAD.decode(cursor).ok()?;
    let (nanoseconds, id) = bytes.split_first_chunk::<8>()?;
    let changed_at = DateTime::from_timestamp_nanos(i64::from_be_bytes(*nanoseconds));
    Some((changed_at, i64::from_be_bytes(id.try_into().ok()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursor_is_decoded_and_nonsense_is_refused() {
        assert_eq!(decode(&encode(42)), Some(42));
        for nonsense in ["", "AA", "не курсор", "AAAAAAAAACoA"] {
            assert_eq!(decode(nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn cursor_fits_only_its_own_sort() {
        let at = DateTime::from_timestamp_nanos(1_795_000_000_123_456_789);
        let by_change = encode_change(at, 42);
        assert_eq!(decode_change(&by_change), Some((at, 42)));
        assert_eq!((decode(&by_change), decode_change(&encode(42))), (None, None));
        assert!(PageWindow::of_list(None, Some(&by_change), Some(at)).is_ok());
        assert!(PageWindow::of_list(None, Some(&by_change), None).is_err());
        assert!(PageWindow::of_list(None, Some(&encode(42)), Some(at)).is_err());
    }
}
