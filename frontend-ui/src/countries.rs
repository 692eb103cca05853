//! Names of countries in the language of the page, as the browser knows them.

use crate::i18n::language;
use js_sys::{Array, Object, Reflect};
use shared_types::country::Country;
use std::cell::OnceCell;

thread_local! {
    static NAMES: OnceCell<js_sys::Intl::DisplayNames> = const { OnceCell::new() };
    static SORTED: OnceCell<Vec<(Country, String)>> = const { OnceCell::new() };
}

fn display_names() -> js_sys::Intl::DisplayNames {
    let options = Object::new();
    // Fails only for a frozen object.
    let _ = Reflect::set(&options, &"type".into(), &"region".into());
    js_sys::Intl::DisplayNames::new(&Array::of1(&language().as_str().into()), &options)
}

/// The name of a country in the language of the page.
pub fn country_name(country: Country) -> String {
    let name = NAMES.with(|names| names.get_or_init(display_names).of(country.code()));
    name.map_or_else(|| country.code().to_owned(), String::from)
}

/// The name of a country by its code; the text itself if it is not a code.
pub fn country_name_of(code: &str) -> String {
    Country::parse(code).map_or_else(|_| code.to_owned(), country_name)
}

/// Country and city as one line.
pub fn destination_text(country: Option<Country>, city: Option<&str>) -> String {
    let parts = [country.map(country_name), city.map(ToOwned::to_owned)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The countries that shipments mostly go to. They come first while nothing is typed.
const FREQUENT: [&str; 7] = ["RU", "KZ", "BY", "KG", "UZ", "AM", "CN"];

fn sorted() -> Vec<(Country, String)> {
    let mut all: Vec<(Country, String)> = Country::all().map(|country| (country, country_name(country))).collect();
    let locales = Array::of1(&language().as_str().into());
    let collator = js_sys::Intl::Collator::new(&locales, &Object::new());
    let compare = collator.compare();
    let order = |left: &str, right: &str| {
        let result = compare.call2(&wasm_bindgen::JsValue::UNDEFINED, &left.into(), &right.into());
        result
            .ok()
            .and_then(|value| value.as_f64())
            .map_or(std::cmp::Ordering::Equal, |difference| {
                if difference < 0.0 {
                    std::cmp::Ordering::Less
                } else if difference > 0.0 {
                    std::cmp::Ordering::Greater
                } else {
                    std::cmp::Ordering::Equal
                }
            })
    };
    all.sort_by(|(_, left), (_, right)| order(left, right));
    let rank = |country: Country| {
        let frequent = FREQUENT.iter().position(|code| *code == country.code());
        frequent.unwrap_or(FREQUENT.len())
    };
    all.sort_by_key(|(country, _)| rank(*country));
    all
}

/// The countries whose name begins with the text or contains it, or whose code it is. All countries for an empty text.
pub fn find_countries(text: &str) -> Vec<(Country, String)> {
    let wanted = text.trim().to_lowercase();
    SORTED.with(|all| {
        let all = all.get_or_init(sorted);
        let mut found: Vec<(usize, &(Country, String))> = all
            .iter()
            .filter_map(|entry| {
                let name = entry.1.to_lowercase();
                if entry.0.code().to_lowercase() == wanted || name.starts_with(&wanted) {
                    Some((0, entry))
                } else {
                    name.contains(&wanted).then_some((1, entry))
                }
            })
            .collect();
        found.sort_by_key(|(rank, _)| *rank);
        found.into_iter().map(|(_, entry)| entry.clone()).collect()
    })
}

/// The country with exactly this name or code.
pub fn exact_country(text: &str) -> Option<Country> {
    let wanted = text.trim().to_lowercase();
    Country::parse(text).ok().or_else(|| {
        SORTED.with(|all| {
            let all = all.get_or_init(sorted);
            all.iter()
                .find(|(_, name)| name.to_lowercase() == wanted)
                .map(|(country, _)| *country)
        })
    })
}
