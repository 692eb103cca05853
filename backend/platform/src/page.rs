//! Pages of lists, and their opaque cursor: the id of the last row of a page.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use sea_orm::{ColumnTrait, Condition, Order, QueryFilter, QueryOrder, QuerySelect};
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
            .map(|cursor| decode(cursor).ok_or_else(|| FieldErrors::single("cursor", Rule::UnknownValue)))
            .transpose()?;
        Ok(Self { beyond, limit })
    }

    /// The first block of a list that is read completely. The limit and cursor of the query are validated but not used.
    pub fn first_block(limit: Option<u64>, cursor: Option<&str>) -> Result<Self, FieldErrors> {
        Self::from_query(limit, cursor)?;
        Ok(Self {
            beyond: None,
            limit: BLOCK_SIZE,
        })
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
    pub fn take_page<T, I: Into<i64>>(self, mut rows: Vec<T>, id: impl Fn(&T) -> I) -> (Vec<T>, Option<String>) {
        let more = rows.len() as u64 > self.limit;
        rows.truncate(usize::try_from(self.limit).unwrap_or(usize::MAX));
        let next = rows.last().filter(|_| more).map(|last| encode(id(last).into()));
        (rows, next)
    }

    /// The block after a cursor.
    pub fn block_after(cursor: &str) -> Result<Self, FieldErrors> {
        let beyond = decode(cursor).ok_or_else(|| FieldErrors::single("cursor", Rule::UnknownValue))?;
        Ok(Self {
            beyond: Some(beyond),
            limit: BLOCK_SIZE,
        })
    }
}

/// The cursor that continues after a row.
pub fn encode(id: i64) -> String {
    URL_SAFE_NO_PAD.encode(id.to_be_bytes())
}

fn decode(cursor: &str) -> Option<i64> {
    let bytes = URL_SAFE_NO_PAD.decode(cursor).ok()?;
    Some(i64::from_be_bytes(bytes.try_into().ok()?))
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
}
