//! Rubles in Russian words, as documents require.

const UNITS: [&str; 20] = [
    "",
    "один",
    "два",
    "три",
    "четыре",
    "пять",
    "шесть",
    "семь",
    "восемь",
    "девять",
    "десять",
    "одиннадцать",
    "двенадцать",
    "тринадцать",
    "четырнадцать",
    "пятнадцать",
    "шестнадцать",
    "семнадцать",
    "восемнадцать",
    "девятнадцать",
];
const TENS: [&str; 10] = [
    "",
    "",
    "двадцать",
    "тридцать",
    "сорок",
    "пятьдесят",
    "шестьдесят",
    "семьдесят",
    "восемьдесят",
    "девяносто",
];
const HUNDREDS: [&str; 10] = [
    "",
    "сто",
    "двести",
    "триста",
    "четыреста",
    "пятьсот",
    "шестьсот",
    "семьсот",
    "восемьсот",
    "девятьсот",
];
/// The forms for one, for two to four, and for five and more.
type Forms = [&'static str; 3];
const RUBLES: Forms = ["рубль", "рубля", "рублей"];
const KOPECKS: Forms = ["копейка", "копейки", "копеек"];
const THOUSANDS: Forms = ["тысяча", "тысячи", "тысяч"];
const MILLIONS: Forms = ["миллион", "миллиона", "миллионов"];
const BILLIONS: Forms = ["миллиард", "миллиарда", "миллиардов"];

fn form(number: i64, forms: Forms) -> &'static str {
    let [one, few, many] = forms;
    match (number % 100, number % 10) {
        (11..=14, _) => many,
        (_, 1) => one,
        (_, 2..=4) => few,
        _ => many,
    }
}

fn word(words: &[&'static str], index: i64) -> &'static str {
    usize::try_from(index)
        .ok()
        .and_then(|index| words.get(index))
        .copied()
        .unwrap_or_default()
}

/// The words of a number below 1,000.
fn group_words(number: i64, is_feminine: bool, words: &mut Vec<&'static str>) {
    words.push(word(&HUNDREDS, number / 100));
    let rest = number % 100;
    let unit = if rest < 20 {
        rest
    } else {
        words.push(word(&TENS, rest / 10));
        rest % 10
    };
    words.push(match (is_feminine, unit) {
        (true, 1) => "одна",
        (true, 2) => "две",
        _ => word(&UNITS, unit),
    });
}

/// An amount in kopecks as in `Две тысячи рублей 50 копеек`.
pub(super) fn rubles_in_words(minor: i64) -> String {
    let (rubles, kopecks) = (minor / 100, minor % 100);
    let mut words = Vec::new();
    for (size, forms, is_feminine) in [
        (1_000_000_000, BILLIONS, false),
        (1_000_000, MILLIONS, false),
        (1_000, THOUSANDS, true),
    ] {
        let count = rubles / size % 1000;
        if count > 0 {
            group_words(count, is_feminine, &mut words);
            words.push(form(count, forms));
        }
    }
    group_words(rubles % 1000, false, &mut words);
    words.retain(|word| !word.is_empty());
    if words.is_empty() {
        words.push("ноль");
    }
    words.push(form(rubles, RUBLES));
    let text = words.join(" ");
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{} {kopecks:02} {}", letters.as_str(), form(kopecks, KOPECKS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_written_in_words() {
        for (minor, text) in [
            (0, "Ноль рублей 00 копеек"),
            (100, "Один рубль 00 копеек"),
            (200_050, "Две тысячи рублей 50 копеек"),
            (149_001, "Одна тысяча четыреста девяносто рублей 01 копейка"),
            (110_212, "Одна тысяча сто два рубля 12 копеек"),
            (
                10_110_001_122,
                "Сто один миллион сто тысяч одиннадцать рублей 22 копейки",
            ),
            (200_000_000_000, "Два миллиарда рублей 00 копеек"),
            (2_100_000, "Двадцать одна тысяча рублей 00 копеек"),
        ] {
            assert_eq!(rubles_in_words(minor), text);
        }
    }
}
