//! The terms of an agent's glossary.

use shared_types::{
    fields::{FieldErrors, Rule},
    translation::{GlossaryTerm, Language, limits, script::is_ideographic},
};
use std::collections::HashSet;

/// A term, folded for comparison, with its translation.
#[derive(Clone, Debug)]
pub(super) struct Term {
    letters: Vec<char>,
    pub(super) translation: String,
}

/// The terms for one language, longest first.
#[derive(Clone, Debug, Default)]
pub(super) struct Terms(Vec<Term>);

fn fold(letter: char) -> char {
    let mut lower = letter.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(one), None) => one,
        _ => letter,
    }
}

impl Terms {
    /// The terms of a glossary for one language.
    pub(super) fn new(glossary: &[GlossaryTerm], to: Language) -> Self {
        let term = |term: &GlossaryTerm| Term {
            letters: term.term.chars().map(fold).collect(),
            translation: term.translation.clone(),
        };
        let mut terms: Vec<Term> = glossary.iter().filter(|term| term.language == to).map(term).collect();
        terms.sort_by_key(|term| std::cmp::Reverse(term.letters.len()));
        Self(terms)
    }

    /// The longest term that begins at a position, with its length. In scripts with spaces it must be a whole word.
    pub(super) fn at(&self, text: &[char], start: usize) -> Option<(usize, &str)> {
        let is_part_of_word = |at: Option<usize>, own: char| {
            let neighbour = at.and_then(|at| text.get(at)).copied();
            let is_letter = |letter: char| letter.is_alphanumeric() && !is_ideographic(letter);
            is_letter(own) && neighbour.is_some_and(is_letter)
        };
        let found = self.0.iter().find(|term| {
            let Some(part) = text.get(start..start + term.letters.len()) else {
                return false;
            };
            let (Some(first), Some(last)) = (part.first(), part.last()) else {
                return false;
            };
            part.iter()
                .zip(&term.letters)
                .all(|(letter, other)| fold(*letter) == *other)
                && !is_part_of_word(start.checked_sub(1), *first)
                && !is_part_of_word(Some(start + part.len()), *last)
        })?;
        Some((found.letters.len(), &found.translation))
    }
}

/// Checks a glossary and returns it trimmed. A term has one translation per language.
pub(super) fn check(errors: &mut FieldErrors, glossary: Vec<GlossaryTerm>) -> Vec<GlossaryTerm> {
    if glossary.len() > limits::TERMS {
        errors.add("glossary", Rule::TooMany(limits::TERMS));
        return glossary;
    }
    let mut seen = HashSet::new();
    let mut checked = Vec::with_capacity(glossary.len());
    for (index, row) in glossary.into_iter().enumerate() {
        let field = |name: &str| format!("glossary[{index}].{name}");
        // Texts are translated line by line, so a term is one line.
        let mut text = |name: &str, text: &str| {
            let text = errors.required_text(&field(name), text, limits::TERM);
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let (term, translation) = (text("term", &row.term), text("translation", &row.translation));
        if !seen.insert((row.language, term.to_lowercase())) {
            errors.add(&field("term"), Rule::Taken);
        }
        checked.push(GlossaryTerm {
            term,
            language: row.language,
            translation,
        });
    }
    checked
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(pairs: &[(&str, &str)]) -> Terms {
        let term = |(term, translation): &(&str, &str)| GlossaryTerm {
            term: (*term).to_owned(),
            language: Language::Ru,
            translation: (*translation).to_owned(),
        };
        Terms::new(&pairs.iter().map(term).collect::<Vec<_>>(), Language::Ru)
    }

    #[test]
    fn longest_whole_term_is_found() {
        let terms = terms(&[("cap", "кепка"), ("bucket cap", "панама"), ("加绒", "с начёсом")]);
        let at = |text: &str, start| {
            let letters: Vec<char> = text.chars().collect();
            terms
                .at(&letters, start)
                .map(|(length, text)| (length, text.to_owned()))
        };
        assert_eq!(at("Bucket CAP", 0), Some((10, "панама".to_owned())));
        assert_eq!(at("Red cap", 4), Some((3, "кепка".to_owned())));
        assert_eq!(at("capital", 0), None);
        assert_eq!(at("recap", 2), None);
        assert_eq!(at("男加绒卫衣", 1), Some((2, "с начёсом".to_owned())));
    }

    #[test]
    fn glossary_has_one_translation_per_term_and_language() {
        let term = |term: &str, language| GlossaryTerm {
            term: term.to_owned(),
            language,
            translation: "x".to_owned(),
        };
        let mut errors = FieldErrors::default();
        check(&mut errors, vec![term("A", Language::Ru), term("A", Language::En)]);
        assert!(errors.is_empty());
        check(
            &mut errors,
            vec![
                term("A", Language::Ru),
                term(" a ", Language::Ru),
                term(" ", Language::Ru),
            ],
        );
        assert_eq!(
            errors.0.keys().collect::<Vec<_>>(),
            ["glossary[1].term", "glossary[2].term"]
        );
    }
}
