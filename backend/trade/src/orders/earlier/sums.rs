//! The sum of an order from the cells of its rows: files have it in one row, in each row, or divide it over the rows.

/// Adds amounts. `None` if the sum is too large.
fn total(amounts: &[i64]) -> Option<i64> {
    amounts.iter().try_fold(0_i64, |sum, amount| sum.checked_add(*amount))
}

/// The amount that each of the rows repeats.
fn repeated(amounts: &[i64], rows: usize) -> Option<i64> {
    let first = *amounts.first()?;
    (amounts.len() == rows && amounts.iter().all(|amount| *amount == first)).then_some(first)
}

/// The sum of an order. An amount that each row repeats is the whole sum, unless that is less than the goods cost.
pub(super) fn sum_of(amounts: &[i64], rows: usize, goods: i64) -> Option<i64> {
    repeated(amounts, rows)
        .filter(|whole| *whole >= goods)
        .or_else(|| total(amounts))
}

/// The paid amount of an order, or two readings: a part of the sum that each row repeats was paid once, or in each row.
pub(super) fn paid_of(amounts: &[i64], rows: usize, sum: i64) -> Option<Result<i64, [i64; 2]>> {
    let added = total(amounts)?;
    Some(match repeated(amounts, rows).filter(|whole| *whole != added) {
        Some(whole) if added < sum => Err([whole, added]),
        Some(whole) if added > sum => Ok(whole),
        _ => Ok(added),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_stand_in_one_row_or_in_each() {
        for (amounts, rows, goods, sum) in [
            (&[250][..], 3, 200, 250),
            (&[250, 250], 2, 200, 250),
            (&[100, 100], 2, 200, 200),
            (&[120, 130], 2, 200, 250),
            (&[100, 100], 3, 50, 200),
        ] {
            assert_eq!(sum_of(amounts, rows, goods), Some(sum), "{amounts:?}");
        }
        assert_eq!(sum_of(&[i64::MAX, 1], 2, 0), None);
    }

    #[test]
    fn paid_amounts_are_read_by_the_sum() {
        for (amounts, rows, sum, paid) in [
            (&[250][..], 1, 250, Ok(250)),
            (&[250, 250], 2, 250, Ok(250)),
            (&[100, 100], 2, 200, Ok(200)),
            (&[100, 150], 2, 250, Ok(250)),
            (&[50, 50], 2, 250, Err([50, 100])),
            (&[0, 0], 2, 250, Ok(0)),
            (&[], 2, 250, Ok(0)),
        ] {
            assert_eq!(paid_of(amounts, rows, sum), Some(paid), "{amounts:?}");
        }
    }
}
