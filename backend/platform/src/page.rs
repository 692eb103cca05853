//! Pages of lists, and their opaque cursor: the last row of a page.
//!
//! Most lists are sorted by id, and their cursor is an id. A list that is read by `updated_since` is sorted by the time of the last
//! change, and its cursor has that time too: a row that changes between two pages moves to the end and is not missed. So has the cursor
//! of a list that begins with the last change.
//!
//! A cursor ends with a mark of the list's name, filters and sort. One that is sent with others is refused: it would continue another
//! list.

use crate::rng;
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

tokio::task_local! {
    /// The mark of the running request.
    static MARK: u32;
}

/// Runs a request whose cursors have this mark.
pub(crate) async fn with_mark<F: Future>(mark: u32, request: F) -> F::Output {
    MARK.scope(mark, request).await
}

/// The mark of a list: its name, which is the last word of its path, and the filters and the sort of its query, in any order.
pub(crate) fn list_mark(path: &str, query: &str) -> u32 {
    let is_word = |segment: &&str| segment.contains(|sign: char| sign.is_ascii_alphabetic());
    let name = path.rsplit('/').find(is_word).unwrap_or_default();
    // An export has the name of its list.
    let name = name.split('.').next().unwrap_or_default();
    let pairs = url::form_urlencoded::parse(query.as_bytes());
    let mut filters: Vec<_> = pairs
        .filter(|(name, value)| !value.is_empty() && name != "cursor" && name != "limit")
        .collect();
    filters.sort_unstable();
    let text = url::form_urlencoded::Serializer::for_suffix(format!("{name}?"), name.len() + 1)
        .extend_pairs(filters)
        .finish();
    let digest = rng::digest(text);
    digest
        .get(..8)
        .and_then(|digits| u32::from_str_radix(digits, 16).ok())
        .unwrap_or_default()
}

fn current_mark() -> u32 {
    MARK.try_with(|mark| *mark).unwrap_or_default()
}

/// The start and length of a page.
#[derive(Clone, Copy, Debug)]
pub struct PageWindow {
    /// The last row of the previous page. The page continues after it, in the direction of the list.
    pub beyond: Option<i64>,
    /// Most rows of the page.
    pub limit: u64,
    /// Set for a page in the order of the last change.
    changes: Option<Changes>,
    is_oldest_first: bool,
    /// The mark of the query, which its cursors have.
    mark: u32,
}

/// The rows that have changed since a time; without a time all rows, the last changed one first.
#[derive(Clone, Copy, Debug)]
struct Changes {
    since: Option<DateTime<Utc>>,
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
        let mark = current_mark();
        let beyond = cursor.map(|cursor| decode(cursor, mark)).transpose()?;
        Ok(Self {
            beyond,
            limit,
            changes: None,
            is_oldest_first: false,
            mark,
        })
    }

    /// Begins the list with its oldest row, if it is not read by the time of the last change.
    #[must_use]
    pub const fn oldest_first(mut self, is_oldest_first: Option<bool>) -> Self {
        self.is_oldest_first = matches!(is_oldest_first, Some(true));
        self
    }

    /// Selects the rows that have changed at or after a time, in the order of their last change. Takes the cursor, because it is one
    /// of that order.
    pub fn updated_since(self, since: DateTime<Utc>, cursor: Option<&str>) -> Result<Self, FieldErrors> {
        self.by_change(Some(since), cursor)
    }

    /// Reads the limit and cursor of a list that begins with the row that changed last.
    pub fn last_change_first(limit: Option<u64>, cursor: Option<&str>) -> Result<Self, FieldErrors> {
        Self::from_query(limit, None)?.by_change(None, cursor)
    }

    fn by_change(mut self, since: Option<DateTime<Utc>>, cursor: Option<&str>) -> Result<Self, FieldErrors> {
        let last = cursor.map(|cursor| decode_change(cursor, self.mark)).transpose()?;
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

    /// Sorts a list by its ids or by the last change, starts it after the previous page, and limits it to one row more than the page.
    pub fn apply<S, C>(self, select: S, id: C, updated_at: C) -> S
    where
        S: QueryFilter + QueryOrder + QuerySelect,
        C: ColumnTrait,
    {
        let Some(changes) = self.changes else {
            let order = if self.is_oldest_first { Order::Asc } else { Order::Desc };
            return self.select(select, id, order);
        };
        let order = if changes.since.is_some() {
            Order::Asc
        } else {
            Order::Desc
        };
        let mut select = select.filter(Condition::all().add_option(changes.since.map(|since| updated_at.gte(since))));
        if let (Some(at), Some(beyond)) = (changes.beyond, self.beyond) {
            let place = Expr::tuple([updated_at.as_column_ref(), id.as_column_ref()].map(Expr::col));
            let last = Expr::tuple([Expr::value(at), Expr::value(beyond)]);
            let is_further = if order == Order::Asc {
                place.gt(last)
            } else {
                place.lt(last)
            };
            select = select.filter(is_further);
        }
        select
            .order_by(updated_at, order.clone())
            .order_by(id, order)
            .limit(self.limit + 1)
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
        self.take_rows(rows, |last| encode_marked(id(last).into(), self.mark))
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
                None => encode_marked(id.into(), self.mark),
                Some(_) => encode_change(updated_at, id.into(), self.mark),
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
            Some(changes) => block.by_change(changes.since, Some(cursor)),
            None => Ok(Self {
                beyond: Some(decode(cursor, self.mark)?),
                ..block
            }),
        }
    }
}

/// The cursor that continues after a row in the list of a name, without filters, although the request is another one: a card has the
/// first page of a list.
pub fn encode(list: &str, id: i64) -> String {
    encode_marked(id, list_mark(list, ""))
}

fn encode_marked(id: i64, mark: u32) -> String {
    to_text(&[&id.to_be_bytes(), &mark.to_be_bytes()])
}

fn decode(cursor: &str, mark: u32) -> Result<i64, FieldErrors> {
    let [id] = numbers(cursor, mark)?;
    Ok(id)
}

/// The cursor that continues after a row in a list that is sorted by the time of the last change.
fn encode_change(changed_at: DateTime<Utc>, id: i64, mark: u32) -> String {
    // Times that don't fit are centuries away.
    let nanoseconds = changed_at.timestamp_nanos_opt().unwrap_or(i64::MAX);
    to_text(&[&nanoseconds.to_be_bytes(), &id.to_be_bytes(), &mark.to_be_bytes()])
}

fn decode_change(cursor: &str, mark: u32) -> Result<(DateTime<Utc>, i64), FieldErrors> {
    let [nanoseconds, id] = numbers(cursor, mark)?;
    Ok((DateTime::from_timestamp_nanos(nanoseconds), id))
}

fn to_text(parts: &[&[u8]]) -> String {
    URL_SAFE_NO_PAD.encode(parts.concat())
}

/// The numbers of a cursor: one of a list that is sorted by id, two of one that is sorted by the last change.
fn numbers<const N: usize>(cursor: &str, mark: u32) -> Result<[i64; N], FieldErrors> {
    let refuse = |rule| Err(FieldErrors::single("cursor", rule));
    let bytes = URL_SAFE_NO_PAD.decode(cursor).unwrap_or_default();
    let Some((numbers, found)) = bytes.split_last_chunk::<4>() else {
        return refuse(Rule::UnknownValue);
    };
    if !matches!(numbers.len(), 8 | 16) {
        return refuse(Rule::UnknownValue);
    }
    if numbers.len() != N * 8 || u32::from_be_bytes(*found) != mark {
        return refuse(Rule::CursorMismatch);
    }
    let mut values = [0; N];
    for (value, bytes) in values.iter_mut().zip(numbers.as_chunks::<8>().0) {
        *value = i64::from_be_bytes(*bytes);
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule<T>(decoded: Result<T, FieldErrors>) -> Option<String> {
        let errors = decoded.err()?;
        errors.first().map(|(_, error)| error.code.clone())
    }

    #[test]
    fn cursor_is_decoded_and_nonsense_is_refused() {
        assert_eq!(decode(&encode_marked(42, 7), 7), Ok(42));
        for nonsense in ["", "AA", "не курсор", "AAAAAAAAACoA"] {
            assert_eq!(
                rule(decode(nonsense, 7)).as_deref(),
                Some("unknown_value"),
                "{nonsense}"
            );
        }
    }

    #[test]
    fn cursor_fits_only_its_own_filters_and_sort() {
        let at = DateTime::from_timestamp_nanos(1_795_000_000_123_456_789);
        let by_change = encode_change(at, 42, 7);
        assert_eq!(decode_change(&by_change, 7), Ok((at, 42)));
        let mismatch = Some("cursor_mismatch".to_owned());
        assert_eq!(rule(decode_change(&by_change, 8)), mismatch);
        assert_eq!(rule(decode(&by_change, 7)), mismatch);
        assert_eq!(rule(decode_change(&encode_marked(42, 7), 7)), mismatch);
        assert_eq!(rule(decode(&encode_marked(42, 7), 0)), mismatch);
    }

    #[test]
    fn mark_is_that_of_the_filters_in_any_order() {
        let mark = list_mark("/agent/orders", "status=paid&sort=total&limit=5");
        assert_ne!(mark, 0);
        assert_eq!(
            list_mark("/agent/orders", "cursor=AAAA&sort=total&limit=9&status=paid"),
            mark
        );
        assert_ne!(list_mark("/agent/orders", "status=paid&sort=number"), mark);
        let plain = list_mark("/agent/orders", "");
        assert_eq!(list_mark("/agent/orders", "limit=5&cursor=AAAA&search="), plain);
        assert_ne!(list_mark("/agent/clients", ""), plain);
        assert_eq!(list_mark("/agent/orders.ndjson", ""), plain);
        assert_eq!(list_mark("/client/orders/17/items", ""), list_mark("items", ""));
    }
}
