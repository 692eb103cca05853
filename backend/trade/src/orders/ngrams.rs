//! N-grams of search words, encoded as the search indexes store them.

use super::shingles::{digit_runs, shingles};
use shared_types::id::AgentId;

/// Approximate maximum number of trigrams that are queried per word.
const MAX_TRIGRAMS: usize = 16;

/// The trigrams to query for a word: the trigrams of its numbers, encoded by [`shingles`], and of the word itself one every
/// `step` characters and the last one.
///
/// With a step of 3 or less they cover all characters, unless the word is long: more trigrams cost more and narrow the
/// candidates little.
pub(super) fn ngrams(word: &str, step: usize) -> Vec<Vec<char>> {
    // Three characters of an encoded number stand for six digits.
    let mut trigrams: Vec<Vec<char>> = digit_runs(word)
        .flat_map(|run| spaced_trigrams(&shingles(run), 2 * step))
        .collect();
    let has_numbers = !trigrams.is_empty();
    let rest = spaced_trigrams(word, step).into_iter();
    trigrams.extend(rest.filter(|run| !has_numbers || !run.iter().all(char::is_ascii_digit)));
    trigrams
}

/// Trigrams at every `step` characters. A word of up to three characters is returned whole.
fn spaced_trigrams(word: &str, step: usize) -> Vec<Vec<char>> {
    let letters: Vec<char> = word.chars().collect();
    if letters.len() <= 3 {
        return vec![letters];
    }
    let last = letters.len() - 3;
    let mut starts: Vec<usize> = (0..last)
        .step_by(step.max(letters.len().div_ceil(MAX_TRIGRAMS)))
        .collect();
    starts.push(last);
    let run = |start| letters.iter().skip(start).take(3).copied().collect();
    starts.into_iter().map(run).collect()
}

/// Encodes an id for the SQLite index: three characters of twelve bits each.
pub(super) fn encode_id(first_letter: u32, id: i64) -> String {
    [24, 12, 0]
        .into_iter()
        .filter_map(|shift| {
            let digit = u32::try_from(id >> shift & 0xFFF).ok()?;
            char::from_u32(first_letter + digit)
        })
        .collect()
}

/// Keys of a word in the PostgreSQL index, as an array literal. The SQL function `order_search_keys`
/// has the same encoding.
pub(super) fn index_keys(agent_id: AgentId, word: &str) -> String {
    let key = |run: Vec<char>| {
        let packed = run
            .iter()
            .fold(0, |packed, letter| packed << 21 | i64::from(u32::from(*letter)));
        (packed ^ agent_id.0 << 40).to_string()
    };
    format!(
        "{{{}}}",
        ngrams(word, 1).into_iter().map(key).collect::<Vec<_>>().join(",")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_numbers_are_split_into_trigrams() {
        let trigrams = |word: &str, step| {
            ngrams(word, step)
                .into_iter()
                .map(String::from_iter)
                .collect::<Vec<_>>()
        };
        assert_eq!(trigrams("мармелад", 3), ["мар", "мел", "лад"]);
        assert_eq!(trigrams("шарф", 1), ["шар", "арф"]);
        assert_eq!(trigrams("卫衣", 3), ["卫衣"]);
        let spelled = shingles("9182736450");
        let part = |from: usize| spelled.chars().skip(from).take(3).collect::<String>();
        assert_eq!(trigrams("9182736450", 3), [part(0), part(4)]);
        assert_eq!(trigrams("k1-2026", 3), [shingles("2026"), "k1-".to_owned()]);
    }
}
