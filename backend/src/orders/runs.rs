//! How the indexes of words spell what they are asked for.

use migrations::numbers;

/// How many runs of three letters are asked of a word at most, give or take its end.
const RUNS: usize = 16;

/// The runs of three letters that an index is asked for a word: those of its numbers as [`numbers`] spells them, and of the rest
/// one after every `step` letters and the last.
///
/// Every letter is in one of them, unless the word is long: more runs find no less and cost more.
pub(super) fn runs(word: &str, step: usize) -> Vec<Vec<char>> {
    // Three letters of a number are six of its digits.
    let mut chosen: Vec<Vec<char>> = numbers::runs(word)
        .flat_map(|run| spread(&numbers::spelled(run), 2 * step))
        .collect();
    let has_numbers = !chosen.is_empty();
    let rest = spread(word, step).into_iter();
    chosen.extend(rest.filter(|run| !has_numbers || !run.iter().all(char::is_ascii_digit)));
    chosen
}

/// A word of three letters or fewer is a run by itself.
fn spread(word: &str, step: usize) -> Vec<Vec<char>> {
    let letters: Vec<char> = word.chars().collect();
    if letters.len() <= 3 {
        return vec![letters];
    }
    let last = letters.len() - 3;
    let mut starts: Vec<usize> = (0..last).step_by(step.max(letters.len().div_ceil(RUNS))).collect();
    starts.push(last);
    let run = |start| letters.iter().skip(start).take(3).copied().collect();
    starts.into_iter().map(run).collect()
}

/// An id as the index of SQLite spells it: three characters, twelve bits each.
pub(super) fn spelled(first_letter: u32, id: i64) -> String {
    [24, 12, 0]
        .into_iter()
        .filter_map(|shift| {
            let digit = u32::try_from(id >> shift & 0xFFF).ok()?;
            char::from_u32(first_letter + digit)
        })
        .collect()
}

/// The keys of a word in the index of PostgreSQL, as an array's text.
pub(super) fn keys(agent_id: i64, word: &str) -> String {
    let key = |run: Vec<char>| {
        let packed = run
            .iter()
            .fold(0, |packed, letter| packed << 21 | i64::from(u32::from(*letter)));
        (packed ^ agent_id << 40).to_string()
    };
    format!(
        "{{{}}}",
        runs(word, 1).into_iter().map(key).collect::<Vec<_>>().join(",")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_is_asked_for_numbers_as_it_keeps_them() {
        let asked = |word: &str, step| runs(word, step).into_iter().map(String::from_iter).collect::<Vec<_>>();
        assert_eq!(asked("мармелад", 3), ["мар", "мел", "лад"]);
        assert_eq!(asked("шарф", 1), ["шар", "арф"]);
        assert_eq!(asked("卫衣", 3), ["卫衣"]);
        let spelled = numbers::spelled("9182736450");
        let part = |from: usize| spelled.chars().skip(from).take(3).collect::<String>();
        assert_eq!(asked("9182736450", 3), [part(0), part(4)]);
        assert_eq!(asked("k1-2026", 3), [numbers::spelled("2026"), "k1-".to_owned()]);
    }
}
