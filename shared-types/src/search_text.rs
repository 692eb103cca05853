//! Text as searches compare it: case, spaces and the alphabet of a letter that looks the same in two do not matter.

/// Returns the Latin letter that looks like a lower case Cyrillic one in print or as a capital, and other letters as they are.
pub const fn fold_letter(letter: char) -> char {
    match letter {
        'а' => 'a',
        'в' => 'b',
        'ё' | 'е' => 'e',
        'к' => 'k',
        'м' => 'm',
        'н' => 'h',
        'о' => 'o',
        'р' => 'p',
        'с' => 'c',
        'т' => 't',
        'у' => 'y',
        'х' => 'x',
        _ => letter,
    }
}

/// Normalizes text for comparison: lower case in every script, `ё` as `е`, letters that look alike as the Latin ones, single
/// spaces. A code that was typed on the wrong keyboard layout, such as `к101`, equals the right one.
pub fn fold(text: &str) -> String {
    let lower: String = text.to_lowercase().chars().map(fold_letter).collect();
    lower.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn text_of_every_script_is_folded() {
        assert_eq!(fold("  Чёрная   ФУТБОЛКА\n加绒 XL "), fold("черная футболка 加绒 xl"));
        assert_eq!(fold("加绒 XL"), "加绒 xl");
    }

    #[test]
    fn letters_that_look_alike_are_equal() {
        assert_eq!(fold("к101"), fold("K101"));
        assert_eq!(fold("АВЕКМНОРСТУХ"), fold("ABEKMHOPCTYX"));
        assert_ne!(fold("шарф"), fold("шапф"), "other letters stay different");
    }
}
