//! One payment to a seller, split over the orders that it pays for.

/// Splits a total by weights. The parts sum to the total, and each differs from its exact share by less than one: what rounding down
/// leaves goes to the largest remainders, of equal ones to the first. Without weights the parts are equal.
pub fn split_by_weight(total: i64, weights: &[i64]) -> Vec<i64> {
    let positive = |weight: i64| i128::from(weight.max(0));
    let sum: i128 = weights.iter().copied().map(positive).sum();
    let weight_of = |weight: i64| if sum == 0 { 1 } else { positive(weight) };
    let sum = if sum == 0 { weights.len() as i128 } else { sum };
    let exact = |weight: i64| i128::from(total.max(0)) * weight_of(weight);
    let mut parts: Vec<i64> = weights
        .iter()
        .map(|weight| i64::try_from(exact(*weight) / sum).unwrap_or(i64::MAX))
        .collect();
    let left = usize::try_from(total.max(0) - parts.iter().sum::<i64>()).unwrap_or_default();
    let mut by_remainder: Vec<usize> = (0..weights.len()).collect();
    by_remainder.sort_by_key(|index| std::cmp::Reverse(weights.get(*index).map(|weight| exact(*weight) % sum)));
    for index in by_remainder.into_iter().take(left) {
        if let Some(part) = parts.get_mut(index) {
            *part += 1;
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn remainder_goes_to_the_largest_fractions() {
        assert_eq!(split_by_weight(100, &[1, 1, 1]), [34, 33, 33]);
        assert_eq!(split_by_weight(100, &[8550, 17_100, 0]), [33, 67, 0]);
        assert_eq!(split_by_weight(7, &[0, 0]), [4, 3]);
        assert_eq!(split_by_weight(0, &[5, 6]), [0, 0]);
        assert_eq!(split_by_weight(5, &[]), [0; 0]);
    }

    proptest! {
        #![proptest_config(test_seed::proptest_config(256))]
        #[test]
        fn parts_sum_to_the_total_and_follow_the_weights(
            total in 0..=1_000_000_000_000_i64,
            weights in prop::collection::vec(0..=1_000_000_000_000_i64, 1..40),
        ) {
            let parts = split_by_weight(total, &weights);
            prop_assert_eq!(parts.iter().sum::<i64>(), total);
            let sum: i128 = weights.iter().copied().map(i128::from).sum();
            for (part, weight) in parts.iter().zip(&weights) {
                if sum > 0 {
                    // Less than one from the exact share.
                    let difference = i128::from(*part) * sum - i128::from(total) * i128::from(*weight);
                    prop_assert!(difference.abs() < sum);
                }
                prop_assert!(*part >= 0);
            }
            for (first, one) in parts.iter().zip(&weights) {
                for (second, other) in parts.iter().zip(&weights) {
                    prop_assert!(one <= other || first >= second, "a larger weight has no smaller part");
                }
            }
        }
    }
}
