//! The reports of USB scales: the scale page of the HID usage tables for points of sale.

/// The usage page of scales.
pub const USAGE_PAGE: u16 = 0x8D;
/// The status of a report whose weight rests.
const AT_REST: u8 = 4;

/// Nanograms of a unit, or `None` if no shop scale uses it.
const fn nanograms(unit: u8) -> Option<i128> {
    match unit {
        1 => Some(1_000_000),
        2 => Some(1_000_000_000),
        3 => Some(1_000_000_000_000),
        11 => Some(28_349_523_125),
        12 => Some(453_592_370_000),
        _ => None,
    }
}

/// The weight of a report in grams. The bytes are the status, the unit, the exponent and the number, whose low byte comes first. `None`
/// while the weight moves, without a load, for a fault of the scale, and for another report.
pub fn resting_grams(report: &[u8]) -> Option<i64> {
    let &[AT_REST, unit, exponent, low, high, ..] = report else {
        return None;
    };
    let number = i128::from(u16::from_le_bytes([low, high])) * nanograms(unit)?;
    let exponent = i8::from_le_bytes([exponent]);
    let power = 10_i128
        .checked_pow(exponent.unsigned_abs().into())
        .filter(|_| exponent.abs() <= 9)?;
    let (number, grams) = if exponent < 0 {
        (number, 1_000_000_000 * power)
    } else {
        (number * power, 1_000_000_000)
    };
    let rounded = (2 * number + grams) / (2 * grams);
    i64::try_from(rounded).ok().filter(|grams| *grams > 0)
}

#[cfg(test)]
mod tests {
    use super::resting_grams;

    /// A report with the exponent as the scale sends it.
    fn report(status: u8, unit: u8, exponent: i8, number: u16) -> [u8; 5] {
        let [low, high] = number.to_le_bytes();
        let [exponent] = exponent.to_le_bytes();
        [status, unit, exponent, low, high]
    }

    #[test]
    fn units_and_exponents_become_grams() {
        for (unit, exponent, number, grams) in [
            (2, 0, 1250, 1250),
            (2, 1, 125, 1250),
            (3, -3, 12_345, 12_345),
            (3, -2, 1234, 12_340),
            (3, 0, 30, 30_000),
            (1, 3, 250, 250),
            (11, -1, 53, 150),
            (11, 0, 1, 28),
            (12, -2, 250, 1134),
            (12, 0, 1, 454),
        ] {
            assert_eq!(
                resting_grams(&report(4, unit, exponent, number)),
                Some(grams),
                "{number}·10^{exponent} of unit {unit}"
            );
        }
    }

    #[test]
    fn only_a_weight_that_rests_counts() {
        for status in [0, 1, 2, 3, 5, 6, 7, 8] {
            assert_eq!(resting_grams(&report(status, 2, 0, 1250)), None, "status {status}");
        }
        assert_eq!(resting_grams(&report(4, 2, 0, 0)), None, "nothing lies on it");
        assert_eq!(resting_grams(&report(4, 2, -3, 400)), None, "less than half a gram");
        assert_eq!(resting_grams(&report(4, 9, 0, 1)), None, "tons");
        assert_eq!(resting_grams(&report(4, 2, i8::MIN, 1)), None);
        assert_eq!(resting_grams(&report(4, 2, 10, 1)), None);
        assert_eq!(resting_grams(&[4, 2, 0, 1]), None, "a report of another kind");
        assert_eq!(resting_grams(&[]), None);
    }

    #[test]
    fn a_report_may_be_longer() {
        assert_eq!(resting_grams(&[4, 3, 0xFE, 0xE2, 0x04, 0, 0]), Some(12_500));
    }
}
