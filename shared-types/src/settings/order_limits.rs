//! How much a client may order before it pays, and how much of an order its balance has to reserve until then.

use super::{EDIT, VIEW, Versioned, limits};
use crate::{
    endpoint::Nothing,
    fields::{FieldErrors, Rule},
    fixed::Percent,
    money::{Currency, Money},
};

/// How much a client may order before it pays, and how much of an order its balance has to reserve until then.
#[apply(request)]
#[derive(Copy, Default)]
pub struct OrderLimits {
    /// Highest sum of one order, in rubles. No limit if absent.
    pub order: Option<Money>,
    /// Highest number of orders that have a price and are not paid. No limit if absent.
    pub unpaid: Option<i64>,
    /// Deposit: the share of an order's sum that the balance holds from the submission until the payment, in percent. No deposit
    /// if absent or zero.
    pub deposit: Option<Percent>,
}

impl OrderLimits {
    /// Checks the values. `prefix` is the path of their fields.
    fn check(self, prefix: &str, errors: &mut FieldErrors) {
        let order = format!("{prefix}order");
        match self.order {
            Some(sum) if sum.currency != Currency::Rub => errors.add(&order, Rule::UnknownValue),
            Some(sum) if !(1..=limits::ORDER_MINOR).contains(&sum.minor) => {
                errors.add(&order, Rule::OutOfRange(1, limits::ORDER_MINOR / 100));
            }
            _ => {}
        }
        if let Some(unpaid) = self.unpaid {
            errors.range(&format!("{prefix}unpaid"), unpaid, 1, limits::UNPAID_ORDERS);
        }
        if let Some(share) = self.deposit
            && share > limits::WHOLE_SUM
        {
            errors.add(&format!("{prefix}deposit"), Rule::OutOfRange(0, 100));
        }
    }

    /// Checks the values.
    pub fn validate(self) -> Result<(), FieldErrors> {
        let mut errors = FieldErrors::default();
        self.check("", &mut errors);
        errors.into_result(())
    }
}

/// The client's own limits. An absent field takes the limit of other clients.
#[apply(request)]
#[derive(Copy, Default)]
pub struct OwnLimits {
    /// Highest sum of one order, in rubles; `null` for no limit.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "crate::fields::present"
    )]
    pub order: Option<Option<Money>>,
    /// Highest number of orders that have a price and are not paid; `null` for no limit.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "crate::fields::present"
    )]
    pub unpaid: Option<Option<i64>>,
    /// Deposit in percent of an order's sum; `null` or zero for none.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "crate::fields::present"
    )]
    pub deposit: Option<Option<Percent>>,
}

impl OwnLimits {
    /// Whether nothing differs from other clients.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Puts the client's own limits in the place of the general ones.
    #[must_use]
    pub fn apply(self, general: OrderLimits) -> OrderLimits {
        OrderLimits {
            order: self.order.unwrap_or(general.order),
            unpaid: self.unpaid.unwrap_or(general.unpaid),
            deposit: self
                .deposit
                .unwrap_or(general.deposit)
                .filter(|share| *share > Percent::default()),
        }
    }

    /// Checks the values. The errors name fields of `limits`.
    pub fn validate(self) -> Result<(), FieldErrors> {
        let mut errors = FieldErrors::default();
        self.apply(OrderLimits::default()).check("limits.", &mut errors);
        errors.into_result(())
    }
}

crate::endpoints! {
    order_limits_endpoints:

    [Settings]
    ShowOrderLimits, "show_order_limits": Get "/agent/settings/order-limits", VIEW, 200;
    "Returns how much clients may order before they pay, and their deposit.";
    path = (), query = Nothing, body = Nothing => Versioned<OrderLimits>;

    ChangeOrderLimits, "change_order_limits": Patch "/agent/settings/order-limits", EDIT, 200, versioned = true;
    "Changes how much clients may order before they pay, and their deposit. Prices that are set and deposits that are reserved stay.";
    path = (), query = Nothing, body = OrderLimits => Versioned<OrderLimits>;
}
