//! Currencies of ISO 4217 that are money: without metals, units of account and codes for tests.

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{Error, Visitor},
};
use std::fmt;

macro_rules! currencies {
    ($($name:ident = $code:literal, $decimals:literal;)*) => {
        /// A currency (ISO 4217).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
        #[serde(rename_all = "UPPERCASE")]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        #[expect(missing_docs, reason = "the variants are ISO 4217 codes")]
        pub enum Currency {
            $($name,)*
        }

        impl Currency {
            /// All currencies, the common ones first.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            const CODES: &[&str] = &[$($code),*];

            /// The ISO 4217 code.
            pub const fn code(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }

            /// Number of decimal places of the minor unit.
            pub const fn decimals(self) -> u32 {
                match self { $(Self::$name => $decimals,)* }
            }
        }
    };
}

currencies! {
    Cny = "CNY", 2;
    Rub = "RUB", 2;
    Usd = "USD", 2;
    Eur = "EUR", 2;
    Gbp = "GBP", 2;
    Hkd = "HKD", 2;
    Jpy = "JPY", 0;
    Krw = "KRW", 0;
    Kzt = "KZT", 2;
    Byn = "BYN", 2;
    Try = "TRY", 2;
    Pln = "PLN", 2;
    Aed = "AED", 2;
    Afn = "AFN", 2;
    All = "ALL", 2;
    Amd = "AMD", 2;
    Aoa = "AOA", 2;
    Ars = "ARS", 2;
    Aud = "AUD", 2;
    Awg = "AWG", 2;
    Azn = "AZN", 2;
    Bam = "BAM", 2;
    Bbd = "BBD", 2;
    Bdt = "BDT", 2;
    Bgn = "BGN", 2;
    Bhd = "BHD", 3;
    Bif = "BIF", 0;
    Bmd = "BMD", 2;
    Bnd = "BND", 2;
    Bob = "BOB", 2;
    Brl = "BRL", 2;
    Bsd = "BSD", 2;
    Btn = "BTN", 2;
    Bwp = "BWP", 2;
    Bzd = "BZD", 2;
    Cad = "CAD", 2;
    Cdf = "CDF", 2;
    Chf = "CHF", 2;
    Clp = "CLP", 0;
    Cop = "COP", 2;
    Crc = "CRC", 2;
    Cup = "CUP", 2;
    Cve = "CVE", 2;
    Czk = "CZK", 2;
    Djf = "DJF", 0;
    Dkk = "DKK", 2;
    Dop = "DOP", 2;
    Dzd = "DZD", 2;
    Egp = "EGP", 2;
    Ern = "ERN", 2;
    Etb = "ETB", 2;
    Fjd = "FJD", 2;
    Fkp = "FKP", 2;
    Gel = "GEL", 2;
    Ghs = "GHS", 2;
    Gip = "GIP", 2;
    Gmd = "GMD", 2;
    Gnf = "GNF", 0;
    Gtq = "GTQ", 2;
    Gyd = "GYD", 2;
    Hnl = "HNL", 2;
    Htg = "HTG", 2;
    Huf = "HUF", 2;
    Idr = "IDR", 2;
    Ils = "ILS", 2;
    Inr = "INR", 2;
    Iqd = "IQD", 3;
    Irr = "IRR", 2;
    Isk = "ISK", 0;
    Jmd = "JMD", 2;
    Jod = "JOD", 3;
    Kes = "KES", 2;
    Kgs = "KGS", 2;
    Khr = "KHR", 2;
    Kmf = "KMF", 0;
    Kpw = "KPW", 2;
    Kwd = "KWD", 3;
    Kyd = "KYD", 2;
    Lak = "LAK", 2;
    Lbp = "LBP", 2;
    Lkr = "LKR", 2;
    Lrd = "LRD", 2;
    Lsl = "LSL", 2;
    Lyd = "LYD", 3;
    Mad = "MAD", 2;
    Mdl = "MDL", 2;
    Mga = "MGA", 2;
    Mkd = "MKD", 2;
    Mmk = "MMK", 2;
    Mnt = "MNT", 2;
    Mop = "MOP", 2;
    Mru = "MRU", 2;
    Mur = "MUR", 2;
    Mvr = "MVR", 2;
    Mwk = "MWK", 2;
    Mxn = "MXN", 2;
    Myr = "MYR", 2;
    Mzn = "MZN", 2;
    Nad = "NAD", 2;
    Ngn = "NGN", 2;
    Nio = "NIO", 2;
    Nok = "NOK", 2;
    Npr = "NPR", 2;
    Nzd = "NZD", 2;
    Omr = "OMR", 3;
    Pab = "PAB", 2;
    Pen = "PEN", 2;
    Pgk = "PGK", 2;
    Php = "PHP", 2;
    Pkr = "PKR", 2;
    Pyg = "PYG", 0;
    Qar = "QAR", 2;
    Ron = "RON", 2;
    Rsd = "RSD", 2;
    Rwf = "RWF", 0;
    Sar = "SAR", 2;
    Sbd = "SBD", 2;
    Scr = "SCR", 2;
    Sdg = "SDG", 2;
    Sek = "SEK", 2;
    Sgd = "SGD", 2;
    Shp = "SHP", 2;
    Sle = "SLE", 2;
    Sos = "SOS", 2;
    Srd = "SRD", 2;
    Ssp = "SSP", 2;
    Stn = "STN", 2;
    Svc = "SVC", 2;
    Syp = "SYP", 2;
    Szl = "SZL", 2;
    Thb = "THB", 2;
    Tjs = "TJS", 2;
    Tmt = "TMT", 2;
    Tnd = "TND", 3;
    Top = "TOP", 2;
    Ttd = "TTD", 2;
    Twd = "TWD", 2;
    Tzs = "TZS", 2;
    Uah = "UAH", 2;
    Ugx = "UGX", 0;
    Uyu = "UYU", 2;
    Uzs = "UZS", 2;
    Ved = "VED", 2;
    Ves = "VES", 2;
    Vnd = "VND", 0;
    Vuv = "VUV", 0;
    Wst = "WST", 2;
    Xaf = "XAF", 0;
    Xcd = "XCD", 2;
    Xcg = "XCG", 2;
    Xof = "XOF", 0;
    Xpf = "XPF", 0;
    Yer = "YER", 2;
    Zar = "ZAR", 2;
    Zmw = "ZMW", 2;
    Zwg = "ZWG", 2;
}

impl Currency {
    /// The currencies of the trade, in the order in which pickers show them.
    pub const COMMON: [Self; 12] = [
        Self::Cny,
        Self::Rub,
        Self::Usd,
        Self::Eur,
        Self::Gbp,
        Self::Hkd,
        Self::Jpy,
        Self::Krw,
        Self::Kzt,
        Self::Byn,
        Self::Try,
        Self::Pln,
    ];

    /// The currency symbol, or the code of a currency whose symbol is ambiguous or little known.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Cny | Self::Jpy => "¥",
            Self::Rub => "₽",
            Self::Usd => "$",
            Self::Eur => "€",
            Self::Gbp => "£",
            Self::Hkd => "HK$",
            Self::Krw => "₩",
            Self::Kzt => "₸",
            Self::Byn => "Br",
            Self::Try => "₺",
            Self::Pln => "zł",
            _ => self.code(),
        }
    }

    /// Returns the currency with this ISO 4217 code.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|currency| currency.code() == code)
    }
}

/// Looks the code up. The derived implementation compares the text with each code in its own code, and each page that reads a
/// currency contains it.
impl<'de> Deserialize<'de> for Currency {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct CodeVisitor;

        impl Visitor<'_> for CodeVisitor {
            type Value = Currency;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a currency")
            }

            fn visit_str<E: Error>(self, code: &str) -> Result<Currency, E> {
                Currency::from_code(code).ok_or_else(|| E::unknown_variant(code, Currency::CODES))
            }
        }

        deserializer.deserialize_identifier(CodeVisitor)
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_codes_agree() {
        for currency in Currency::ALL {
            let json = serde_json::to_string(currency).expect("a text");
            assert_eq!(json, format!("{:?}", currency.code()));
            assert_eq!(Currency::from_code(currency.code()), Some(*currency));
            assert!(currency.code().len() == 3 && currency.decimals() <= 3, "{currency}");
        }
        assert_eq!(Currency::ALL[..Currency::COMMON.len()], Currency::COMMON);
    }

    #[test]
    fn codes_are_read_as_texts_and_keys_only() {
        let keyed: std::collections::BTreeMap<Currency, u8> = serde_json::from_str(r#"{"CNY": 1}"#).expect("a map");
        assert_eq!(keyed.get(&Currency::Cny), Some(&1));
        let from_value = serde_json::from_value::<Currency>("RUB".into());
        assert_eq!(from_value.expect("a code"), Currency::Rub);
        let unknown = serde_json::from_str::<Currency>(r#""XAU""#).expect_err("no money");
        assert!(
            unknown
                .to_string()
                .starts_with("unknown variant `XAU`, expected one of `CNY`")
        );
        for json in ["5", "null", "[]", "{}", r#"{"CNY": null}"#] {
            assert!(serde_json::from_str::<Currency>(json).is_err(), "{json}");
        }
    }

    #[test]
    fn metals_tests_and_former_currencies_are_not_money() {
        for code in ["XAU", "XTS", "XXX", "DEM", "cny", ""] {
            assert_eq!(Currency::from_code(code), None, "{code}");
        }
    }
}
