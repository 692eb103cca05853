//! Which open requests an operation may pay.

use super::{
    numbers,
    operation::{Operation, State},
};
use chrono::NaiveDate;
use shared_types::{
    money::{Currency, Money},
    search_text,
    topups::CODE,
};
use std::collections::{BTreeSet, HashMap};

/// The data that identifies an open request in a bank statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::topups) struct OpenRequest {
    /// The position in the caller's list of requests.
    pub(in crate::topups) index: usize,
    pub(in crate::topups) amount: Money,
    pub(in crate::topups) created_on: NaiveDate,
    pub(in crate::topups) code: String,
    pub(in crate::topups) client_code: String,
    pub(in crate::topups) client_name: String,
}

/// The words of a text, without the difference between letters that look alike.
pub(super) fn words(text: &str) -> Vec<String> {
    let folded = search_text::fold(&numbers::normalize(text));
    let found = folded.split(|c: char| !c.is_alphanumeric());
    found.filter(|word| !word.is_empty()).map(ToOwned::to_owned).collect()
}

/// The codes that are printed in two words, as `K 101` or `K-101`.
fn split_codes(words: &[String]) -> impl Iterator<Item = String> {
    let is_code =
        |pair: &&[String]| pair[0].chars().all(char::is_alphabetic) && pair[1].chars().all(|c| c.is_ascii_digit());
    words.windows(2).filter(is_code).map(<[String]>::concat)
}

/// Whether the words contain the code as a whole word.
fn contain_code(words: &[String], code: &str) -> bool {
    let code = fold_code(code);
    !code.is_empty() && (words.contains(&code) || split_codes(words).any(|found| found == code))
}

/// Whether the words contain every word of the name, in any order.
fn contain_name(words: &[String], name: &str) -> bool {
    let name = self::words(name);
    name.iter().any(|word| word.chars().count() > 1) && name.iter().all(|word| words.contains(word))
}

/// How well the words identify the request. A code that agents give out says more than a name.
fn strength(words: &[String], request: &OpenRequest) -> u8 {
    4 * u8::from(contain_code(words, &request.code))
        + 2 * u8::from(contain_code(words, &request.client_code))
        + u8::from(contain_name(words, &request.client_name))
}

/// Returns the indexes of the requests that an operation may pay, best match first, and whether the first one is certain.
///
/// It is certain if it is identified better than any other, and nothing in the line contradicts: one amount, the currency of
/// the request, no earlier date than the request's, no doubtful words, and none of the known codes of other clients and requests.
pub(in crate::topups) fn find_candidates(
    operation: &Operation,
    requests: &HashMap<i64, Vec<OpenRequest>>,
    known_codes: &BTreeSet<String>,
) -> (Vec<usize>, bool) {
    if !operation.is_incoming() {
        return (Vec::new(), false);
    }
    let words = words(&operation.text);
    let has_currency = |request: &&OpenRequest| {
        operation
            .currency
            .is_none_or(|currency| currency == request.amount.currency)
    };
    let mut ranked: Vec<(u8, &OpenRequest)> = operation
        .amounts
        .iter()
        .filter_map(|amount| requests.get(amount))
        .flatten()
        .filter(has_currency)
        .map(|request| (strength(&words, request), request))
        .collect();
    ranked.sort_by_key(|(strength, request)| (std::cmp::Reverse(*strength), request.index));
    let is_best = match ranked.as_slice() {
        [(only, _)] => *only > 0,
        [(first, _), (second, _), ..] => first > second,
        [] => false,
    };
    let is_certain = is_best
        && ranked.first().is_some_and(|(_, request)| {
            // A statement that names no currency is one of a ruble account.
            let currency = operation.currency.unwrap_or(Currency::Rub);
            let own = [fold_code(&request.code), fold_code(&request.client_code)];
            let names_other = |code: &String| !own.contains(code) && known_codes.contains(code);
            currency == request.amount.currency
                && operation.amounts.len() == 1
                && operation.state == State::Booked
                && operation.date.is_none_or(|date| date >= request.created_on)
                && !words.iter().any(names_other)
                && !split_codes(&words).any(|code| names_other(&code))
        });
    (
        ranked.into_iter().map(|(_, request)| request.index).collect(),
        is_certain,
    )
}

/// The indexes of the requests in the order in which an operation pays them: named requests first, then the ones with its amount, then
/// by age.
pub(in crate::topups) fn rank(operation: &Operation, requests: &[OpenRequest]) -> Vec<usize> {
    let words = words(&operation.text);
    let mut ranked: Vec<&OpenRequest> = requests.iter().collect();
    ranked.sort_by_cached_key(|request| {
        let has_amount = operation.amounts.contains(&request.amount.minor);
        (std::cmp::Reverse(strength(&words, request)), !has_amount, request.index)
    });
    ranked.into_iter().map(|request| request.index).collect()
}

/// The words of a text that may be codes of requests, as they are printed.
pub(in crate::topups) fn possible_codes(text: &str) -> impl Iterator<Item = String> {
    let lower = numbers::normalize(text).to_lowercase();
    let words: Vec<String> = lower
        .split(|c: char| !c.is_alphanumeric())
        .map(ToOwned::to_owned)
        .collect();
    words
        .into_iter()
        .filter(|word| word.len() == CODE && word.is_ascii() && word.starts_with(char::is_alphabetic))
}

/// A code as [`find_candidates`] compares it.
pub(in crate::topups) fn fold_code(code: &str) -> String {
    words(code).concat()
}
