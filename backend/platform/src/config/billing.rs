//! Configuration of billing: the payment provider, and who the operator of the service is.

use shared_types::{billing::VatRate, payment_code::Payee};
use std::fmt;

/// The payment provider YooKassa.
#[derive(Clone)]
pub struct YookassaConfig {
    /// The id of the shop, the user name of the API.
    pub shop_id: String,
    /// The password of the API.
    pub secret_key: String,
    /// The base address of the API.
    pub api_url: String,
    /// The VAT of fiscal receipts; without it no receipt is sent.
    pub receipt_vat: Option<ReceiptVat>,
}

/// The VAT of fiscal receipts, as codes of YooKassa. A sum that is paid in advance has the rate that is calculated from it, `22/122`;
/// the sum of a rendered service has the rate itself, `22`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReceiptVat {
    pub of_advance: u8,
    pub of_service: u8,
}

impl ReceiptVat {
    /// The codes of a rate by one of them, 1 to 12.
    pub fn from_code(code: u8) -> Option<Self> {
        let (of_service, of_advance) = match code {
            1 | 2 => (code, code),
            3 | 5 => (3, 5),
            4 | 6 => (4, 6),
            7 | 9 => (7, 9),
            8 | 10 => (8, 10),
            11 | 12 => (11, 12),
            _ => return None,
        };
        Some(Self { of_advance, of_service })
    }
}

impl fmt::Debug for YookassaConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Secrets must not appear where a configuration is printed.
        f.debug_struct("YookassaConfig")
            .field("shop_id", &self.shop_id)
            .field("api_url", &self.api_url)
            .finish_non_exhaustive()
    }
}

/// The operator of the service, as its invoices name it. Absent values are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Operator {
    pub name: String,
    /// Taxpayer number.
    pub inn: String,
    /// Reason code of the registration; individuals have none.
    pub kpp: String,
    pub address: String,
    pub bank: String,
    /// Bank code.
    pub bik: String,
    /// Account number.
    pub account: String,
    /// Correspondent account of the bank.
    pub correspondent_account: String,
    /// Who signs documents.
    pub signer: String,
    /// The VAT in the prices of plans; without a value, documents name no VAT.
    pub vat_rate: Option<VatRate>,
    /// Why there is no VAT, as documents state it.
    pub vat_ground: String,
}

impl Operator {
    /// Whether an invoice can name its seller.
    pub fn is_named(&self) -> bool {
        !self.name.is_empty()
    }

    /// Who receives the money, for payment codes.
    pub fn payee(&self) -> Payee {
        Payee {
            name: self.name.clone(),
            inn: self.inn.clone(),
            kpp: self.kpp.clone(),
            bank: self.bank.clone(),
            bik: self.bik.clone(),
            account: self.account.clone(),
            correspondent_account: self.correspondent_account.clone(),
        }
    }

    /// Where to pay, one line per value; empty without an account.
    pub fn requisites(&self) -> String {
        if self.account.is_empty() {
            return String::new();
        }
        let lines = [
            ("", &self.name),
            ("ИНН ", &self.inn),
            ("КПП ", &self.kpp),
            ("Банк: ", &self.bank),
            ("БИК ", &self.bik),
            ("Расчётный счёт ", &self.account),
            ("Корр. счёт ", &self.correspondent_account),
        ];
        let lines: Vec<String> = lines
            .iter()
            .filter(|(_, value)| !value.is_empty())
            .map(|(label, value)| format!("{label}{value}"))
            .collect();
        lines.join("\n")
    }
}

/// Billing of the agents by the operator of the service.
#[derive(Clone, Debug, Default)]
pub struct BillingConfig {
    /// The payment provider; without one, online payment is off.
    pub yookassa: Option<YookassaConfig>,
    pub operator: Operator,
}

impl BillingConfig {
    pub(super) fn from_variables(variable: &impl Fn(&str) -> Option<String>, errors: &mut Vec<String>) -> Self {
        let value = |name: &str| variable(name).filter(|text| !text.is_empty());
        let receipt_vat = value("YOOKASSA_VAT_CODE").and_then(|text| {
            let vat = text.parse().ok().and_then(ReceiptVat::from_code);
            if vat.is_none() {
                errors.push("YOOKASSA_VAT_CODE must be 1 to 12".to_owned());
            }
            vat
        });
        let yookassa = match (value("YOOKASSA_SHOP_ID"), value("YOOKASSA_SECRET_KEY")) {
            (Some(shop_id), Some(secret_key)) => Some(YookassaConfig {
                shop_id,
                secret_key,
                api_url: value("YOOKASSA_API_URL")
                    .unwrap_or_else(|| "https://api.yookassa.ru/v3".to_owned())
                    .trim_end_matches('/')
                    .to_owned(),
                receipt_vat,
            }),
            (None, None) => None,
            _ => {
                errors.push("YOOKASSA_SHOP_ID and YOOKASSA_SECRET_KEY must be set together".to_owned());
                None
            }
        };
        let vat_rate = value("OPERATOR_VAT").and_then(|text| {
            let rate = VatRate::from_name(&text);
            if rate.is_none() {
                errors.push("OPERATOR_VAT must be none, 5, 7, 10, 20 or 22".to_owned());
            }
            rate
        });
        if vat_rate == Some(VatRate::WithoutVat) && value("OPERATOR_VAT_GROUND").is_none() {
            errors.push("OPERATOR_VAT=none needs OPERATOR_VAT_GROUND".to_owned());
        }
        if let (Some(vat), Some(rate)) = (receipt_vat, vat_rate)
            && vat.of_service != receipt_code(rate)
        {
            let (code, rate_code, rate) = (vat.of_service, receipt_code(rate), rate.as_str());
            errors.push(format!(
                "YOOKASSA_VAT_CODE is the rate of code {code}, OPERATOR_VAT={rate} is the one of code {rate_code}"
            ));
        }
        let text = |name: &str| value(name).unwrap_or_default();
        Self {
            yookassa,
            operator: Operator {
                name: text("OPERATOR_NAME"),
                inn: text("OPERATOR_INN"),
                kpp: text("OPERATOR_KPP"),
                address: text("OPERATOR_ADDRESS"),
                bank: text("OPERATOR_BANK"),
                bik: text("OPERATOR_BIK"),
                account: text("OPERATOR_ACCOUNT"),
                correspondent_account: text("OPERATOR_CORR_ACCOUNT"),
                signer: text("OPERATOR_SIGNER"),
                vat_rate,
                vat_ground: text("OPERATOR_VAT_GROUND"),
            },
        }
    }
}

/// The VAT code of a rate at YooKassa.
const fn receipt_code(rate: VatRate) -> u8 {
    match rate {
        VatRate::WithoutVat => 1,
        VatRate::Percent10 => 3,
        VatRate::Percent20 => 4,
        VatRate::Percent5 => 7,
        VatRate::Percent7 => 8,
        VatRate::Percent22 => 11,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)]) -> (BillingConfig, Vec<String>) {
        let mut errors = Vec::new();
        let find = |name: &str| {
            let pair = pairs.iter().find(|(key, _)| *key == name);
            pair.map(|(_, value)| (*value).to_owned())
        };
        (BillingConfig::from_variables(&find, &mut errors), errors)
    }

    #[test]
    fn provider_needs_both_parts_of_its_credential() {
        let (config, errors) = read(&[]);
        assert!(config.yookassa.is_none() && errors.is_empty() && config.operator.requisites().is_empty());
        assert_eq!(read(&[("YOOKASSA_SHOP_ID", "1")]).1.len(), 1);
        let credential = [("YOOKASSA_SHOP_ID", "1"), ("YOOKASSA_SECRET_KEY", "live_secret")];
        let (config, errors) = read(&credential);
        assert!(errors.is_empty() && config.yookassa.is_some());
        assert!(!format!("{config:?}").contains("live_secret"));
        assert_eq!(
            read(&[credential[0], credential[1], ("YOOKASSA_VAT_CODE", "13")])
                .1
                .len(),
            1
        );
    }

    #[test]
    fn vat_is_a_known_rate_and_its_absence_has_a_ground() {
        let vat = |pairs: &[(&str, &str)]| {
            let (config, errors) = read(pairs);
            (config.operator.vat_rate, errors.len())
        };
        assert_eq!(vat(&[]), (None, 0));
        assert_eq!(vat(&[("OPERATOR_VAT", "20")]), (Some(VatRate::Percent20), 0));
        assert_eq!(vat(&[("OPERATOR_VAT", "18")]), (None, 1));
        assert_eq!(vat(&[("OPERATOR_VAT", "none")]), (Some(VatRate::WithoutVat), 1));
        let ground = ("OPERATOR_VAT_GROUND", "п. 2 ст. 346.11 НК РФ");
        assert_eq!(vat(&[("OPERATOR_VAT", "none"), ground]), (Some(VatRate::WithoutVat), 0));
    }

    #[test]
    fn code_of_receipts_agrees_with_the_rate() {
        let errors = |code: &'static str, vat: &'static str| {
            let ground = ("OPERATOR_VAT_GROUND", "п. 2 ст. 346.11 НК РФ");
            read(&[("YOOKASSA_VAT_CODE", code), ("OPERATOR_VAT", vat), ground]).1
        };
        for (code, vat) in [
            ("1", "none"),
            ("5", "10"),
            ("6", "20"),
            ("7", "5"),
            ("10", "7"),
            ("11", "22"),
            ("12", "22"),
        ] {
            assert_eq!(errors(code, vat), Vec::<String>::new(), "{code} for {vat}");
        }
        assert_eq!(
            errors("4", "22"),
            ["YOOKASSA_VAT_CODE is the rate of code 4, OPERATOR_VAT=22 is the one of code 11"]
        );
        assert_eq!(
            errors("2", "none"),
            ["YOOKASSA_VAT_CODE is the rate of code 2, OPERATOR_VAT=none is the one of code 1"]
        );
    }

    #[test]
    fn requisites_leave_out_what_is_not_set() {
        let (config, _) = read(&[("OPERATOR_NAME", "ИП Караванов"), ("OPERATOR_ACCOUNT", "40802")]);
        assert_eq!(config.operator.requisites(), "ИП Караванов\nРасчётный счёт 40802");
    }
}
