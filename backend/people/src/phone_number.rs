//! Phone numbers as people type them, parsed by the numbering plans of libphonenumber. See ADR 0041.

use phonenumber::{
    Mode, PhoneNumber, country,
    metadata::{DATABASE, Descriptor},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    phone::{Phone, PhoneError},
    visible_text::is_invisible,
};

/// The country of numbers that are typed without a country code.
const DEFAULT_COUNTRY: country::Id = country::RU;
/// Countries whose national notation is accepted where no other reading is possible.
const OTHER_COUNTRIES: [country::Id; 8] = [
    country::BY,
    country::CN,
    country::KZ,
    country::UA,
    country::UZ,
    country::KG,
    country::TJ,
    country::AM,
];

/// Parses the phone number of a required field. An error is added to the others of its form, too.
pub(crate) fn required(errors: &mut FieldErrors, field: &str, text: &str) -> Result<Phone, FieldErrors> {
    parse(text).map_err(|_| {
        let rule = if text.trim().is_empty() {
            Rule::Required
        } else {
            Rule::NotAPhone
        };
        errors.add(field, rule.clone());
        FieldErrors::single(field, rule)
    })
}

/// Parses a phone number.
///
/// With `+` or `00` it must fit the numbering plan of its country. Otherwise it is read as a Russian number; failing that, as an
/// international one without its plus and as a national one of [`OTHER_COUNTRIES`], and exactly one of these readings must be
/// valid.
pub(crate) fn parse(text: &str) -> Result<Phone, PhoneError> {
    let text = plain(text);
    let digits = text.strip_prefix('+').unwrap_or(&text);
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(PhoneError);
    }
    if let Some(phone) = russian_with_eight(digits, text.starts_with('+')) {
        return Ok(phone);
    }
    let international = if text.starts_with('+') {
        Some(digits)
    } else {
        digits.strip_prefix("00")
    };
    if let Some(digits) = international {
        let number = read(None, &format!("+{digits}")).ok_or(PhoneError)?;
        return if is_possible(&number) {
            to_phone(&number)
        } else {
            Err(PhoneError)
        };
    }
    if let Some(number) = read(Some(DEFAULT_COUNTRY), digits).filter(PhoneNumber::is_valid) {
        return to_phone(&number);
    }
    // Of Chinese numbers, only mobile phones: with an area code, too many others look like one.
    let may_be_of = |id: &country::Id| *id != country::CN || digits.starts_with('1');
    let national = OTHER_COUNTRIES
        .into_iter()
        .filter(may_be_of)
        .map(|id| read(Some(id), digits));
    let mut readings: Vec<Phone> = national
        .chain([read(None, &format!("+{digits}"))])
        .flatten()
        .filter(PhoneNumber::is_valid)
        .filter_map(|number| to_phone(&number).ok())
        .collect();
    readings.sort();
    readings.dedup();
    match readings.len() {
        1 => readings.pop().ok_or(PhoneError),
        _ => Err(PhoneError),
    }
}

/// A number as address books, messengers and documents copy it, without its separators: any dash and space, marks of direction around
/// it, full-width signs, and the scheme of a link.
fn plain(text: &str) -> String {
    let text = text.trim_matches(is_invisible);
    let text = text.strip_prefix("tel:").unwrap_or(text);
    let plain = text.chars().map(|sign| match sign {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(sign) - 0xfee0).unwrap_or(sign),
        _ => sign,
    });
    let is_separator = |sign: &char| {
        matches!(
            sign,
            '-' | '(' | ')' | '.' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{2043}' | '\u{fe63}'
        )
    };
    plain
        .filter(|sign| !is_separator(sign) && !is_invisible(*sign))
        .collect()
}

/// Reads a Russian number whose area code begins with 8, such as 812 of Saint Petersburg and 800. phonenumber 0.3.10 takes that digit
/// for the national prefix: it refuses most of these numbers, and reads others as numbers of Belarus and Taiwan.
fn russian_with_eight(digits: &str, is_international: bool) -> Option<Phone> {
    let national = match (digits.len(), is_international) {
        (10, false) => digits,
        (11, false) => digits.strip_prefix(['7', '8'])?,
        (11, true) => digits.strip_prefix('7')?,
        _ => return None,
    };
    let kinds = DATABASE.by_id(DEFAULT_COUNTRY.as_ref())?.descriptors();
    let assigned = [kinds.fixed_line(), kinds.toll_free()];
    let is_number = national.starts_with('8') && assigned.into_iter().flatten().any(|kind| kind.is_match(national));
    is_number.then(|| Phone::from_e164(&format!("+7{national}")).ok())?
}

fn read(country: Option<country::Id>, text: &str) -> Option<PhoneNumber> {
    phonenumber::parse(country, text).ok()
}

/// Whether the number has a length and a beginning that its country allows. Stricter checks would refuse the numbers of ranges
/// that were opened after the release of the metadata.
fn is_possible(number: &PhoneNumber) -> bool {
    let national = number.national().to_string();
    let plans = DATABASE.by_code(&number.code().value());
    plans.unwrap_or_default().iter().any(|plan| {
        let kinds = plan.descriptors();
        let lengths = [Some(kinds.general()), kinds.fixed_line(), kinds.mobile()];
        let mut lengths = lengths.into_iter().flatten().flat_map(Descriptor::possible_length);
        kinds.general().is_match(&national) && lengths.any(|length| usize::from(*length) == national.len())
    })
}

fn to_phone(number: &PhoneNumber) -> Result<Phone, PhoneError> {
    Phone::from_e164(&number.format().mode(Mode::E164).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Option<String> {
        parse(text).ok().map(String::from)
    }

    #[test]
    fn usual_notations_are_parsed() {
        for (text, number) in [
            ("+7 999 000-00-01", "+79990000001"),
            ("8 (999) 000 00 01", "+79990000001"),
            ("8.999.000.00.01", "+79990000001"),
            ("79990000001", "+79990000001"),
            ("007 999 0000001", "+79990000001"),
            ("9990000001", "+79990000001"),
            ("8 495 123-45-67", "+74951234567"),
            ("+7 812 123-45-67", "+78121234567"),
            ("8 812 123-45-67", "+78121234567"),
            ("7 843 234-56-78", "+78432345678"),
            ("812 123-45-67", "+78121234567"),
            ("8 800 555-35-35", "+78005553535"),
            // Not numbers of Belarus and Taiwan.
            ("8 833 234-56-78", "+78332345678"),
            ("8 863 234-56-78", "+78632345678"),
            ("+886 2 2345 6789", "+886223456789"),
            ("8 701 123 45 67", "+77011234567"),
            ("+7 701 123 45 67", "+77011234567"),
            ("+375 29 123-45-67", "+375291234567"),
            ("375291234567", "+375291234567"),
            ("8 029 123-45-67", "+375291234567"),
            ("+380 50 123 45 67", "+380501234567"),
            ("+998 90 123 45 67", "+998901234567"),
            ("998901234567", "+998901234567"),
            ("+86 138 1234 5678", "+8613812345678"),
            ("8613812345678", "+8613812345678"),
            ("138 1234 5678", "+8613812345678"),
            ("+1 202 555 0123", "+12025550123"),
            (
                "\u{202a}+7\u{a0}999\u{a0}000\u{2011}00\u{2011}01\u{202c}",
                "+79990000001",
            ),
            ("\u{2068}8 (999) 000–00–01\u{2069}", "+79990000001"),
            ("＋８６　１３８　１２３４　５６７８", "+8613812345678"),
            ("tel:+7-999-000-00-01", "+79990000001"),
        ] {
            assert_eq!(parsed(text).as_deref(), Some(number), "{text}");
        }
    }

    #[test]
    fn impossible_and_ambiguous_numbers_are_refused() {
        for text in [
            "",
            "+",
            "12345",
            "+0123456789",
            "abc",
            "+7 999 000 00 0١",
            "+7 999 000 00 0",
            "+7 999 000 00 011",
            "+7 000 000 00 00",
            "+999 1234567",
            "+1234567890123456",
            "+7 999+0000001",
            // A mobile number of China, and a number of Florida without its plus.
            "130 5234 5678",
            // Numbers of Ukraine and of Kyrgyzstan.
            "050 123 45 67",
        ] {
            assert_eq!(parsed(text), None, "{text}");
        }
    }

    #[test]
    fn number_of_a_range_newer_than_the_metadata_is_accepted_with_its_country_code() {
        // Not assigned to any operator, but of the right length and beginning.
        assert_eq!(parsed("+7 399 000 00 01").as_deref(), Some("+73990000001"));
        assert_eq!(parsed("8 399 000 00 01"), None);
    }
}
