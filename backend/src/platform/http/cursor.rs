//! The opaque cursor of lists: the id of the last row seen.

use super::Failure;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use shared_types::{
    fields::Rule,
    page::{DEFAULT_LIMIT, MAX_LIMIT},
};

/// Rows read at once where a list is read whole.
const BLOCK: u64 = 1000;

/// Where a page starts and how long it is.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// The last row seen: only rows beyond it, in the list's own direction.
    pub beyond: Option<i64>,
    /// Rows of the page.
    pub limit: u64,
}

impl Window {
    /// Reads the query; a cursor that is none of ours is refused.
    pub fn read(limit: Option<u64>, cursor: Option<&str>) -> Result<Self, Failure> {
        Self::up_to(limit, cursor, DEFAULT_LIMIT, MAX_LIMIT)
    }

    /// The same for a list whose pages have other lengths.
    pub fn up_to(limit: Option<u64>, cursor: Option<&str>, usual: u64, most: u64) -> Result<Self, Failure> {
        let limit = limit.unwrap_or(usual);
        if !(1..=most).contains(&limit) {
            return Err(Failure::field(
                "limit",
                Rule::OutOfRange(1, i64::try_from(most).unwrap_or(i64::MAX)),
            ));
        }
        let beyond = cursor
            .map(|cursor| decode(cursor).ok_or_else(|| Failure::field("cursor", Rule::UnknownValue)))
            .transpose()?;
        Ok(Self { beyond, limit })
    }

    /// The first block of a list that is read whole; a page that was asked for must make sense all the same.
    pub fn block(limit: Option<u64>, cursor: Option<&str>) -> Result<Self, Failure> {
        Self::read(limit, cursor)?;
        Ok(Self {
            beyond: None,
            limit: BLOCK,
        })
    }

    /// The rows of the page, of which one more was asked for, and where the next page begins.
    pub fn cut<T>(self, mut found: Vec<T>, id: impl Fn(&T) -> i64) -> (Vec<T>, Option<String>) {
        let more = found.len() as u64 > self.limit;
        found.truncate(usize::try_from(self.limit).unwrap_or(usize::MAX));
        let next = found.last().filter(|_| more).map(|last| encode(id(last)));
        (found, next)
    }

    /// The block after a cursor of ours.
    pub fn block_after(cursor: &str) -> Result<Self, Failure> {
        let beyond = decode(cursor).ok_or_else(|| Failure::field("cursor", Rule::UnknownValue))?;
        Ok(Self {
            beyond: Some(beyond),
            limit: BLOCK,
        })
    }
}

/// The cursor that goes on after a row.
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
    fn a_cursor_survives_and_nonsense_does_not() {
        assert_eq!(decode(&encode(42)), Some(42));
        for nonsense in ["", "AA", "не курсор", "AAAAAAAAACoA"] {
            assert_eq!(decode(nonsense), None, "{nonsense}");
        }
    }
}
