//! Rules about invoices: when the agent is reminded, and the VAT in the amount.

use super::limits::{LAST_DAYS, REMINDER_DAYS};
use chrono::{DateTime, Duration, Utc};

closed_set! {
    /// How far an unpaid invoice is. Its agent is notified of each stage once.
    pub enum InvoiceStage {
        /// It was issued.
        Issued = "issued",
        /// It is due in a few days.
        DueSoon = "due_soon",
        /// It is overdue: the period of grace has begun.
        Overdue = "overdue",
        /// The period of grace ends in a few days.
        LastDays = "last_days",
        /// The cabinet is read-only.
        ReadOnly = "read_only",
    }
}

impl InvoiceStage {
    /// The stage of an unpaid invoice at a time.
    pub fn at(now: DateTime<Utc>, due_at: DateTime<Utc>, read_only_at: DateTime<Utc>) -> Self {
        if now >= read_only_at {
            Self::ReadOnly
        } else if now >= read_only_at - Duration::days(LAST_DAYS) {
            Self::LastDays
        } else if now > due_at {
            Self::Overdue
        } else if now >= due_at - Duration::days(REMINDER_DAYS) {
            Self::DueSoon
        } else {
            Self::Issued
        }
    }
}

closed_set! {
    /// A rate of the Russian value added tax.
    pub enum VatRate {
        /// The operator pays no VAT.
        WithoutVat = "none",
        /// 5 %, of the simplified taxation system.
        Percent5 = "5",
        /// 7 %, of the simplified taxation system.
        Percent7 = "7",
        /// 10 %.
        Percent10 = "10",
        /// 20 %.
        Percent20 = "20",
        /// 22 %.
        Percent22 = "22",
    }
}

impl VatRate {
    /// The percentage; `None` without VAT.
    pub const fn percent(self) -> Option<i64> {
        match self {
            Self::WithoutVat => None,
            Self::Percent5 => Some(5),
            Self::Percent7 => Some(7),
            Self::Percent10 => Some(10),
            Self::Percent20 => Some(20),
            Self::Percent22 => Some(22),
        }
    }

    /// The VAT that an amount includes, in minor units, rounded half up; `None` without VAT.
    pub fn included_in(self, minor: i64) -> Option<i64> {
        let percent = i128::from(self.percent()?);
        let whole = 100 + percent;
        let included = (i128::from(minor) * percent * 2 + whole) / (whole * 2);
        i64::try_from(included).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vat_is_the_part_of_the_amount_above_its_net() {
        for (rate, minor, included) in [
            (VatRate::Percent20, 12_000, Some(2_000)),
            (VatRate::Percent22, 490_000, Some(88_361)),
            (VatRate::Percent5, 490_000, Some(23_333)),
            (VatRate::Percent7, 100, Some(7)),
            (VatRate::Percent10, 11, Some(1)),
            (VatRate::Percent20, 3, Some(1)),
            (VatRate::Percent20, 0, Some(0)),
            (VatRate::Percent20, i64::MAX, Some(1_537_228_672_809_129_301)),
            (VatRate::WithoutVat, 490_000, None),
        ] {
            assert_eq!(rate.included_in(minor), included, "{rate:?} in {minor}");
            assert_eq!(VatRate::from_name(rate.as_str()), Some(rate));
        }
        // Net and VAT are the amount again, at every rate and amount.
        for rate in VatRate::ALL {
            let Some(percent) = rate.percent() else { continue };
            for minor in 0..2_000 {
                let vat = rate.included_in(minor).expect("a rate");
                let error = (minor - vat) * percent - vat * 100;
                assert!(error.abs() * 2 <= 100 + percent, "{rate:?} in {minor}: {vat}");
            }
        }
    }

    #[test]
    fn stages_follow_the_dates_of_the_invoice() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().expect("a time");
        let (due_at, read_only_at) = (at("2026-12-11T20:59:59Z"), at("2026-12-18T20:59:59Z"));
        for (now, stage) in [
            ("2026-12-01T00:00:00Z", InvoiceStage::Issued),
            ("2026-12-08T20:59:58Z", InvoiceStage::Issued),
            ("2026-12-08T20:59:59Z", InvoiceStage::DueSoon),
            ("2026-12-11T20:59:59Z", InvoiceStage::DueSoon),
            ("2026-12-11T21:00:00Z", InvoiceStage::Overdue),
            ("2026-12-16T20:59:59Z", InvoiceStage::LastDays),
            ("2026-12-18T20:59:58Z", InvoiceStage::LastDays),
            ("2026-12-18T20:59:59Z", InvoiceStage::ReadOnly),
        ] {
            assert_eq!(InvoiceStage::at(at(now), due_at, read_only_at), stage, "{now}");
            assert_eq!(InvoiceStage::from_name(stage.as_str()), Some(stage));
        }
        assert!(InvoiceStage::ALL.is_sorted());
    }
}
