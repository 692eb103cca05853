//! Random test data from a known seed, so that every failure can be reproduced.
//!
//! The seed is fixed. `KARAVAN_SEED` sets another one, for runs that look for new failures. A test that fails prints its seed.

pub use proptest::test_runner::TestRng;
use proptest::{
    prelude::{ProptestConfig, Rng as _},
    test_runner::{RngAlgorithm, RngSeed},
};
use std::env;

const DEFAULT_SEED: u64 = 20_261_121;

/// The seed of this run.
///
/// # Panics
///
/// If `KARAVAN_SEED` is not a whole number.
#[expect(
    clippy::panic,
    reason = "used by tests only: a wrong seed must not be replaced by another one"
)]
pub fn seed() -> u64 {
    let seed = env::var("KARAVAN_SEED").map_or(DEFAULT_SEED, |text| {
        text.parse()
            .unwrap_or_else(|_| panic!("KARAVAN_SEED is not a whole number: {text}"))
    });
    // The test harness shows the output of failed tests only.
    println!("KARAVAN_SEED={seed}");
    seed
}

/// A configuration of `proptest!` with a number of cases and the seed of this run.
pub fn proptest_config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        rng_seed: RngSeed::Fixed(seed()),
        ..ProptestConfig::with_cases(cases)
    }
}

/// A random generator with the seed of this run.
pub fn rng() -> TestRng {
    let mut bytes = [0; 32];
    for (target, byte) in bytes.iter_mut().zip(seed().to_le_bytes()) {
        *target = byte;
    }
    TestRng::from_seed(RngAlgorithm::ChaCha, &bytes)
}

/// A random generator with the choices that tests make.
#[derive(Debug)]
pub struct Random(TestRng);

impl Default for Random {
    fn default() -> Self {
        Self(rng())
    }
}

impl Random {
    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0.next_u32() as usize % bound
    }

    /// One of the values.
    pub fn pick<'a, T>(&mut self, values: &'a [T]) -> &'a T {
        &values[self.below(values.len())]
    }

    /// True or false.
    pub fn coin_flip(&mut self) -> bool {
        self.below(2) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generators_of_a_run_are_equal() {
        let draw = || {
            let mut random = Random::default();
            (0..8).map(|_| random.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(draw(), draw());
        assert_eq!(proptest_config(3).rng_seed, RngSeed::Fixed(seed()));
    }
}
