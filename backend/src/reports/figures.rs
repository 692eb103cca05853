//! The sums of a row, and the figures that follow from them.

use shared_types::{
    money::{Currency, Money},
    reports::ReportFigures,
};
use std::ops::AddAssign;

/// Sums in minor units of one currency.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sums {
    pub(super) payments: i64,
    /// Payments of orders.
    pub(super) orders: i64,
    pub(super) goods: i64,
    pub(super) domestic: i64,
    pub(super) commission: i64,
    /// Services that were paid with their orders.
    pub(super) quoted_services: i64,
    /// Services that were paid separately.
    pub(super) separate_services: i64,
    pub(super) delivery: i64,
    /// Refunds of orders and services; positive.
    pub(super) order_refunds: i64,
    /// Refunds of deliveries; positive.
    pub(super) delivery_refunds: i64,
    pub(super) cost: i64,
    /// The part of the cost that sellers were paid.
    pub(super) paid_cost: i64,
    pub(super) expected_cost: i64,
    pub(super) freight: i64,
    pub(super) freight_unknown: i64,
    pub(super) rate_gain: i64,
    pub(super) rate_gain_unknown: i64,
}

impl AddAssign for Sums {
    fn add_assign(&mut self, other: Self) {
        let add = |sum: &mut i64, more: i64| *sum = sum.saturating_add(more);
        add(&mut self.payments, other.payments);
        add(&mut self.orders, other.orders);
        add(&mut self.goods, other.goods);
        add(&mut self.domestic, other.domestic);
        add(&mut self.commission, other.commission);
        add(&mut self.quoted_services, other.quoted_services);
        add(&mut self.separate_services, other.separate_services);
        add(&mut self.delivery, other.delivery);
        add(&mut self.order_refunds, other.order_refunds);
        add(&mut self.delivery_refunds, other.delivery_refunds);
        add(&mut self.cost, other.cost);
        add(&mut self.paid_cost, other.paid_cost);
        add(&mut self.expected_cost, other.expected_cost);
        add(&mut self.freight, other.freight);
        add(&mut self.freight_unknown, other.freight_unknown);
        add(&mut self.rate_gain, other.rate_gain);
        add(&mut self.rate_gain_unknown, other.rate_gain_unknown);
    }
}

impl Sums {
    /// Returns the clients' payments.
    pub(super) fn turnover(&self) -> i64 {
        self.orders
            .saturating_add(self.separate_services)
            .saturating_add(self.delivery)
    }

    /// Returns the margins of orders and of deliveries.
    pub(super) fn margins(&self) -> i64 {
        self.margin().saturating_add(self.delivery_margin())
    }

    fn delivery_margin(&self) -> i64 {
        self.delivery
            .saturating_sub(self.delivery_refunds)
            .saturating_sub(self.freight)
    }

    fn margin(&self) -> i64 {
        self.orders
            .saturating_add(self.separate_services)
            .saturating_sub(self.domestic)
            .saturating_sub(self.order_refunds)
            .saturating_sub(self.cost)
    }

    /// The figures in this currency.
    pub(super) fn figures(&self, currency: Currency) -> ReportFigures {
        let money = |minor| Money::new(minor, currency);
        ReportFigures {
            payments: self.payments,
            turnover: money(self.turnover()),
            goods: money(self.goods),
            domestic: money(self.domestic),
            commission: money(self.commission),
            services: money(self.quoted_services.saturating_add(self.separate_services)),
            delivery: money(self.delivery),
            order_refunds: money(self.order_refunds),
            delivery_refunds: money(self.delivery_refunds),
            cost: money(self.cost),
            paid_cost: money(self.paid_cost),
            expected_cost: money(self.expected_cost),
            margin: money(self.margin()),
            freight: money(self.freight),
            freight_unknown: self.freight_unknown,
            delivery_margin: money(self.delivery_margin()),
            rate_gain: money(self.rate_gain),
            rate_gain_unknown: self.rate_gain_unknown,
        }
    }
}
