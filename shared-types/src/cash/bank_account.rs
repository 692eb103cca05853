//! Numbers of Russian bank accounts.

use crate::money::Currency;

/// Number of digits of a Russian bank account.
const DIGITS: usize = 20;

/// The number of a Russian bank account: 20 digits, of which the sixth to the eighth are the currency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BankAccount(String);

impl BankAccount {
    pub fn parse(text: &str) -> Option<Self> {
        let is_number = text.len() == DIGITS && text.bytes().all(|digit| digit.is_ascii_digit());
        is_number.then(|| Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The currency of the account. `None` for metals and unknown numbers.
    pub fn currency(&self) -> Option<Currency> {
        match self.0.get(5..8)?.parse().ok()? {
            // The number of the ruble before 1998, which accounts have kept.
            810 => Some(Currency::Rub),
            number => Currency::from_number(number),
        }
    }
}

impl From<BankAccount> for String {
    fn from(account: BankAccount) -> Self {
        account.0
    }
}

#[cfg(feature = "database")]
crate::stored!(BankAccount, |account| account.0, |text| BankAccount::parse(text)
    .filter(|account| account.as_str() == text));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accounts_have_twenty_digits_and_a_currency() {
        for (text, currency) in [
            ("40702810900000000001", Some(Currency::Rub)),
            ("40702156900000000001", Some(Currency::Cny)),
            ("40702840900000000001", Some(Currency::Usd)),
            ("40702051900000000001", Some(Currency::Amd)),
            ("40702784900000000001", Some(Currency::Aed)),
            ("40702999900000000001", None),
        ] {
            let account = BankAccount::parse(text).expect("an account");
            assert_eq!((account.as_str().len(), account.currency()), (20, currency), "{text}");
        }
        for text in [
            "",
            "4070281090000000000",
            "4070281090000000000A",
            "407028109000000000012",
            "40702 810900000000001",
        ] {
            assert_eq!(BankAccount::parse(text), None, "{text}");
        }
    }
}
