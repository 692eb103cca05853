//! The next step of an order, from its status.

use super::{error::SandboxError, people};
use books::rates::{self, RatesOf};
use chrono::{DateTime, Utc};
use entities::{order, order_item as item};
use platform::{
    scope::{AgentScope, ClientScope, ScopedConnection},
    state::AppState,
};
use sea_orm::{QueryOrder, entity::prelude::*};
use shared_types::{
    fixed::Rate,
    id::ItemId,
    items::{ItemMove, ItemMoves, lifecycle},
    money::{Money, PriceText},
    orders::{OrderMove, OrderStatus, OrderType, PayRequest, QuoteRequest, Side},
    sandbox::{SandboxResult, SandboxStep},
    topups::{NewBalanceRequest, RequestMove, Requisites, TopupConfirmation},
};
use trade::{
    orders::{calculation, card, client_limits, history::Actor, money, pricing, purchases, transitions, views},
    topups::{first_box, requests},
};

/// Rubles for a unit of the currency of the order, as staff enter it.
pub(super) const RATE: Rate = Rate::from_millionths(12_450_000);

/// An order with the people of its steps. Its scopes are the scopes of jobs: each sees what the side sees.
pub(super) struct Flow<'a> {
    pub(super) state: &'a AppState,
    pub(super) order: order::Model,
    pub(super) staff: Actor,
    pub(super) member: Actor,
    pub(super) now: DateTime<Utc>,
}

/// Performs the next step of an order that the caller may change.
pub(super) async fn advance(state: &AppState, order: order::Model) -> Result<SandboxResult, SandboxError> {
    let (staff, member) = (
        people::responsible_staff(state, &order).await?,
        people::member(state, &order).await?,
    );
    let flow = Flow {
        state,
        order,
        staff,
        member,
        now: state.clock.now(),
    };
    let step = Box::pin(flow.step()).await?;
    let after = card::find(&flow.client_scope(), flow.order.id).await?;
    Ok(SandboxResult {
        order_id: after.id,
        step,
        old_status: flow.order.status,
        new_status: after.status,
    })
}

impl Flow<'_> {
    pub(super) fn agent_scope(&self) -> AgentScope {
        self.state.system().enter_agent(self.order.agent_id)
    }

    pub(super) fn client_scope(&self) -> ClientScope {
        self.state
            .system()
            .enter_client(self.order.agent_id, self.order.client_id)
    }

    async fn step(&self) -> Result<SandboxStep, SandboxError> {
        match self.order.status {
            OrderStatus::Draft => self.submit().await,
            OrderStatus::Submitted if self.order.order_type == OrderType::SelfBuyout => self.expect().await,
            OrderStatus::Submitted => self.quote().await,
            OrderStatus::Quoted => self.pay().await,
            OrderStatus::Paid | OrderStatus::Purchasing => self.move_items(ItemMove::Buy, SandboxStep::Buy).await,
            OrderStatus::Purchased | OrderStatus::Expected => {
                if self.movable(ItemMove::Send).await?.is_empty() {
                    self.move_items(ItemMove::Receive, SandboxStep::Receive).await
                } else {
                    self.move_items(ItemMove::Send, SandboxStep::Send).await
                }
            }
            OrderStatus::AtWarehouse | OrderStatus::Shipped => self.ship().await,
            OrderStatus::Accepted | OrderStatus::Canceled => Err(SandboxError::NoNextStep),
        }
    }

    async fn submit(&self) -> Result<SandboxStep, SandboxError> {
        self.client_scope()
            .in_transaction(async |tx| {
                transitions::perform(tx, &self.member, self.order.id, OrderMove::Submit, None, self.now).await?;
                Ok::<_, SandboxError>(())
            })
            .await?;
        Ok(SandboxStep::Submit)
    }

    async fn expect(&self) -> Result<SandboxStep, SandboxError> {
        self.agent_scope()
            .in_transaction(async |tx| {
                pricing::expect_self_buyout(tx, &self.staff, self.order.id, self.now).await?;
                Ok::<_, SandboxError>(())
            })
            .await?;
        Ok(SandboxStep::Expect)
    }

    async fn quote(&self) -> Result<SandboxStep, SandboxError> {
        let scope = self.agent_scope();
        let rates = rates::load(&scope, &self.state.system(), RatesOf::Order(self.order.id), self.now).await?;
        let request = QuoteRequest {
            rate: Some(RATE),
            comment: None,
            amount: None,
        };
        scope
            .in_transaction(async |tx| {
                pricing::quote(tx, &self.staff, self.order.id, &request, rates, self.now).await?;
                Ok::<_, SandboxError>(())
            })
            .await?;
        Ok(SandboxStep::Quote)
    }

    async fn pay(&self) -> Result<SandboxStep, SandboxError> {
        let scope = self.client_scope();
        let today = calculation::RateContext {
            system: self.state.system(),
            now: self.now,
        };
        let order = client_limits::find_with_client(&scope, self.order.id).await?;
        let money = calculation::order_money(&scope, &scope.ledger(), order, &today, |_| true).await?;
        let option = money.pay_from.iter().max_by_key(|option| option.suffices);
        let (Some(option), Some(quote)) = (option, money.quote.as_ref()) else {
            return Err(SandboxError::NoNextStep);
        };
        if !option.suffices {
            let missing = option.amount.minor.saturating_sub(option.balance.minor);
            self.top_up(Money::new(missing, option.amount.currency)).await?;
        }
        scope
            .in_transaction(async |tx| {
                let request = PayRequest {
                    quote_id: quote.id,
                    amount: option.amount,
                };
                money::pay(tx, &self.member, self.order.id, request, self.now).await?;
                Ok::<_, SandboxError>(())
            })
            .await?;
        Ok(SandboxStep::Pay)
    }

    /// Tops the balance up in the usual steps: request, requisites, payment report, confirmation.
    async fn top_up(&self, sum: Money) -> Result<(), SandboxError> {
        let (of_client, of_staff) = (self.client_scope(), self.agent_scope());
        let id = of_client
            .in_transaction(async |tx| {
                let new = NewBalanceRequest {
                    amount: PriceText(sum.amount()),
                    currency: sum.currency,
                    comment: None,
                };
                let id = requests::create(tx, self.order.client_id, &new, self.now).await?.id;
                Ok::<_, SandboxError>(id)
            })
            .await?;
        of_staff
            .in_transaction(async |tx| {
                let requisites = Requisites {
                    requisites: "Sandbox".to_owned(),
                };
                requests::issue(tx, id, &requisites, self.now).await?;
                Ok::<_, SandboxError>(())
            })
            .await?;
        of_client
            .in_transaction(async |tx| {
                requests::change_status(tx, id, RequestMove::Report, self.now).await?;
                Ok::<_, SandboxError>(())
            })
            .await?;
        of_staff
            .in_transaction(async |tx| {
                let body = TopupConfirmation {
                    box_id: first_box(tx, sum.currency).await?,
                    ..TopupConfirmation::default()
                };
                requests::confirm(tx, (&self.staff, None), id, &body, self.now).await?;
                Ok::<_, SandboxError>(())
            })
            .await?;
        Ok(())
    }

    /// The items that staff may move so.
    async fn movable(&self, step: ItemMove) -> Result<Vec<ItemId>, SandboxError> {
        let select = item::Entity::find()
            .filter(item::Column::OrderId.eq(self.order.id))
            .order_by_asc(item::Column::Id);
        let items = self.agent_scope().all(select).await?;
        let may_move = |row: &&item::Model| {
            lifecycle::allowed_moves(views::item_facts(row, &self.order), Side::Staff).contains(&step)
        };
        Ok(items.iter().filter(may_move).map(|row| row.id).collect())
    }

    async fn move_items(&self, step: ItemMove, done: SandboxStep) -> Result<SandboxStep, SandboxError> {
        let items = self.movable(step).await?;
        if items.is_empty() {
            return Err(SandboxError::NoNextStep);
        }
        let body = ItemMoves {
            step,
            items,
            reason: None,
            marketplace_order_number: (step == ItemMove::Buy).then(|| format!("SANDBOX-{}", self.order.id)),
            price: None,
            prices: Vec::new(),
            purchase: None,
            domestic_track: (step == ItemMove::Send).then(|| format!("SANDBOX{:08}", self.order.id.0)),
            cell: (step == ItemMove::Receive).then(|| "A-1".to_owned()),
            counted_quantity: None,
            rest_later: false,
        };
        self.agent_scope()
            .in_transaction(async |tx| {
                purchases::perform_move(tx, &self.staff, &body, self.now).await?;
                Ok::<_, SandboxError>(())
            })
            .await?;
        Ok(done)
    }
}
