//! Currencies of ISO 4217 that are money: without metals, units of account and codes for tests.

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{Error, Visitor},
};
use std::fmt;

macro_rules! currencies {
    ($($name:ident = $code:literal, $number:literal, $decimals:literal;)*) => {
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

            /// The number in ISO 4217.
            pub const fn number(self) -> u16 {
                match self { $(Self::$name => $number,)* }
            }

            /// Number of decimal places of the minor unit.
            pub const fn decimals(self) -> u32 {
                match self { $(Self::$name => $decimals,)* }
            }
        }
    };
}

currencies! {
    Cny = "CNY", 156, 2;
    Rub = "RUB", 643, 2;
    Usd = "USD", 840, 2;
    Eur = "EUR", 978, 2;
    Gbp = "GBP", 826, 2;
    Hkd = "HKD", 344, 2;
    Jpy = "JPY", 392, 0;
    Krw = "KRW", 410, 0;
    Kzt = "KZT", 398, 2;
    Byn = "BYN", 933, 2;
    Try = "TRY", 949, 2;
    Pln = "PLN", 985, 2;
    Aed = "AED", 784, 2;
    Afn = "AFN", 971, 2;
    All = "ALL", 8, 2;
    Amd = "AMD", 51, 2;
    Aoa = "AOA", 973, 2;
    Ars = "ARS", 32, 2;
    Aud = "AUD", 36, 2;
    Awg = "AWG", 533, 2;
    Azn = "AZN", 944, 2;
    Bam = "BAM", 977, 2;
    Bbd = "BBD", 52, 2;
    Bdt = "BDT", 50, 2;
    Bgn = "BGN", 975, 2;
    Bhd = "BHD", 48, 3;
    Bif = "BIF", 108, 0;
    Bmd = "BMD", 60, 2;
    Bnd = "BND", 96, 2;
    Bob = "BOB", 68, 2;
    Brl = "BRL", 986, 2;
    Bsd = "BSD", 44, 2;
    Btn = "BTN", 64, 2;
    Bwp = "BWP", 72, 2;
    Bzd = "BZD", 84, 2;
    Cad = "CAD", 124, 2;
    Cdf = "CDF", 976, 2;
    Chf = "CHF", 756, 2;
    Clp = "CLP", 152, 0;
    Cop = "COP", 170, 2;
    Crc = "CRC", 188, 2;
    Cup = "CUP", 192, 2;
    Cve = "CVE", 132, 2;
    Czk = "CZK", 203, 2;
    Djf = "DJF", 262, 0;
    Dkk = "DKK", 208, 2;
    Dop = "DOP", 214, 2;
    Dzd = "DZD", 12, 2;
    Egp = "EGP", 818, 2;
    Ern = "ERN", 232, 2;
    Etb = "ETB", 230, 2;
    Fjd = "FJD", 242, 2;
    Fkp = "FKP", 238, 2;
    Gel = "GEL", 981, 2;
    Ghs = "GHS", 936, 2;
    Gip = "GIP", 292, 2;
    Gmd = "GMD", 270, 2;
    Gnf = "GNF", 324, 0;
    Gtq = "GTQ", 320, 2;
    Gyd = "GYD", 328, 2;
    Hnl = "HNL", 340, 2;
    Htg = "HTG", 332, 2;
    Huf = "HUF", 348, 2;
    Idr = "IDR", 360, 2;
    Ils = "ILS", 376, 2;
    Inr = "INR", 356, 2;
    Iqd = "IQD", 368, 3;
    Irr = "IRR", 364, 2;
    Isk = "ISK", 352, 0;
    Jmd = "JMD", 388, 2;
    Jod = "JOD", 400, 3;
    Kes = "KES", 404, 2;
    Kgs = "KGS", 417, 2;
    Khr = "KHR", 116, 2;
    Kmf = "KMF", 174, 0;
    Kpw = "KPW", 408, 2;
    Kwd = "KWD", 414, 3;
    Kyd = "KYD", 136, 2;
    Lak = "LAK", 418, 2;
    Lbp = "LBP", 422, 2;
    Lkr = "LKR", 144, 2;
    Lrd = "LRD", 430, 2;
    Lsl = "LSL", 426, 2;
    Lyd = "LYD", 434, 3;
    Mad = "MAD", 504, 2;
    Mdl = "MDL", 498, 2;
    Mga = "MGA", 969, 2;
    Mkd = "MKD", 807, 2;
    Mmk = "MMK", 104, 2;
    Mnt = "MNT", 496, 2;
    Mop = "MOP", 446, 2;
    Mru = "MRU", 929, 2;
    Mur = "MUR", 480, 2;
    Mvr = "MVR", 462, 2;
    Mwk = "MWK", 454, 2;
    Mxn = "MXN", 484, 2;
    Myr = "MYR", 458, 2;
    Mzn = "MZN", 943, 2;
    Nad = "NAD", 516, 2;
    Ngn = "NGN", 566, 2;
    Nio = "NIO", 558, 2;
    Nok = "NOK", 578, 2;
    Npr = "NPR", 524, 2;
    Nzd = "NZD", 554, 2;
    Omr = "OMR", 512, 3;
    Pab = "PAB", 590, 2;
    Pen = "PEN", 604, 2;
    Pgk = "PGK", 598, 2;
    Php = "PHP", 608, 2;
    Pkr = "PKR", 586, 2;
    Pyg = "PYG", 600, 0;
    Qar = "QAR", 634, 2;
    Ron = "RON", 946, 2;
    Rsd = "RSD", 941, 2;
    Rwf = "RWF", 646, 0;
    Sar = "SAR", 682, 2;
    Sbd = "SBD", 90, 2;
    Scr = "SCR", 690, 2;
    Sdg = "SDG", 938, 2;
    Sek = "SEK", 752, 2;
    Sgd = "SGD", 702, 2;
    Shp = "SHP", 654, 2;
    Sle = "SLE", 925, 2;
    Sos = "SOS", 706, 2;
    Srd = "SRD", 968, 2;
    Ssp = "SSP", 728, 2;
    Stn = "STN", 930, 2;
    Svc = "SVC", 222, 2;
    Syp = "SYP", 760, 2;
    Szl = "SZL", 748, 2;
    Thb = "THB", 764, 2;
    Tjs = "TJS", 972, 2;
    Tmt = "TMT", 934, 2;
    Tnd = "TND", 788, 3;
    Top = "TOP", 776, 2;
    Ttd = "TTD", 780, 2;
    Twd = "TWD", 901, 2;
    Tzs = "TZS", 834, 2;
    Uah = "UAH", 980, 2;
    Ugx = "UGX", 800, 0;
    Uyu = "UYU", 858, 2;
    Uzs = "UZS", 860, 2;
    Ved = "VED", 926, 2;
    Ves = "VES", 928, 2;
    Vnd = "VND", 704, 0;
    Vuv = "VUV", 548, 0;
    Wst = "WST", 882, 2;
    Xaf = "XAF", 950, 0;
    Xcd = "XCD", 951, 2;
    Xcg = "XCG", 532, 2;
    Xof = "XOF", 952, 0;
    Xpf = "XPF", 953, 0;
    Yer = "YER", 886, 2;
    Zar = "ZAR", 710, 2;
    Zmw = "ZMW", 967, 2;
    Zwg = "ZWG", 924, 2;
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

    /// Returns the currency with this number in ISO 4217.
    pub fn from_number(number: u16) -> Option<Self> {
        Self::ALL.iter().copied().find(|currency| currency.number() == number)
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
