//! The fields of a new order. They are kept by the browser tab, and written into the draft once it exists.

use crate::pages::{
    card::moves::{DEPOSIT_HASH, asks_for_deposit},
    recipient_choice::chosen_recipient,
};
use frontend_ui::{api::Error, features::orders::load_with_all_items, kept_fields::KeptForm, prelude::*};
use shared_types::{
    id::OrderId,
    orders::{
        ChangeOrder, CreateOrder, ListOrderItems, NewOrder, Order, OrderChange, OrderType, ShowOrder, SubmitOrder,
        SubmitRequest,
    },
    recipients::{ChooseOrderRecipient, RecipientChoice},
};

/// The texts of the order's own fields, and the draft once it exists.
#[derive(Clone, Copy)]
pub(super) struct OrderFields {
    pub(super) draft: RwSignal<String>,
    pub(super) key: RwSignal<String>,
    pub(super) kind: RwSignal<String>,
    pub(super) title: RwSignal<String>,
    pub(super) comment: RwSignal<String>,
    pub(super) recipient: RwSignal<String>,
    pub(super) country: RwSignal<String>,
    pub(super) city: RwSignal<String>,
    pub(super) kept: KeptForm,
}

impl OrderFields {
    pub(super) fn new() -> Self {
        let text = |text: &str| RwSignal::new(text.to_owned());
        let (draft, key) = (text(""), RwSignal::new(api::new_key()));
        let (kind, title, comment) = (text(OrderType::Standard.as_str()), text(""), text(""));
        let (recipient, country, city) = (text(""), text("RU"), text(""));
        let fields = vec![
            ("draft", draft),
            ("key", key),
            ("type", kind),
            ("title", title),
            ("comment", comment),
            ("recipient", recipient),
            ("country", country),
            ("city", city),
        ];
        Self {
            draft,
            key,
            kind,
            title,
            comment,
            recipient,
            country,
            city,
            kept: KeptForm::new("create-order", fields),
        }
    }

    pub(super) fn draft_id(self) -> Option<OrderId> {
        self.draft.get().parse().ok()
    }

    pub(super) fn order_type(self) -> OrderType {
        OrderType::from_name(&self.kind.get()).unwrap_or(OrderType::Standard)
    }

    /// Creates the draft with the fields. One idempotency key per draft: a retry after a lost response creates no second one.
    async fn create(self) -> Result<OrderId, Error> {
        let recipient_id = chosen_recipient(self.recipient);
        let place = |text: RwSignal<String>| recipient_id.is_none().then(|| text.get_untracked());
        let body = NewOrder {
            order_type: untrack(|| self.order_type()),
            title: Some(self.title.get_untracked()),
            comment: Some(self.comment.get_untracked()),
            destination_country: place(self.country),
            destination_city: place(self.city),
            recipient_id,
        };
        let options = Options {
            idempotency_key: Some(self.key.get_untracked()),
            ..Options::default()
        };
        match api::send::<CreateOrder>((), Nothing {}, body, options).await {
            Ok(order) => {
                self.draft.set(order.summary.id.to_string());
                Ok(order.summary.id)
            }
            Err(error) => {
                // The corrected fields are another request.
                if matches!(error, Error::Problem(_)) {
                    self.key.set(api::new_key());
                }
                Err(error)
            }
        }
    }

    /// Returns the draft, and creates it if there is none yet.
    pub(super) async fn ensure_draft(self) -> Result<OrderId, Error> {
        match untrack(|| self.draft_id()) {
            Some(id) => Ok(id),
            None => self.create().await,
        }
    }

    /// Creates the draft, or writes the fields into it.
    pub(super) async fn save(self) -> Result<OrderId, Error> {
        let Some(id) = untrack(|| self.draft_id()) else {
            return self.create().await;
        };
        let recipient = chosen_recipient(self.recipient);
        let place = |text: RwSignal<String>| recipient.is_none().then(|| text.get_untracked());
        let body = OrderChange {
            order_type: Some(untrack(|| self.order_type())),
            delivery: None,
            title: Some(self.title.get_untracked()),
            comment: Some(self.comment.get_untracked()),
            destination_country: place(self.country),
            destination_city: place(self.city),
        };
        api::send::<ChangeOrder>((id,), Nothing {}, body, Options::default()).await?;
        if let Some(recipient_id) = recipient {
            let body = RecipientChoice { recipient_id };
            api::send::<ChooseOrderRecipient>((id,), Nothing {}, body, Options::default()).await?;
        }
        Ok(id)
    }
}

/// Loads the draft. A draft that was submitted or deleted elsewhere is forgotten.
pub(super) async fn load_draft(id: OrderId, fields: OrderFields) -> Result<Order, Error> {
    let loaded = load_with_all_items::<ShowOrder, ListOrderItems>(id, drop).await;
    let is_gone = match &loaded {
        Ok(order) => !order.summary.status.is_editable_by_client(),
        Err(Error::Problem(problem)) => problem.status == 404,
        Err(_) => false,
    };
    if is_gone {
        fields.kept.clear();
    }
    loaded
}

/// Saves the fields into the draft, and submits it. Returns the address of the order, which asks for the deposit if there is one.
pub(super) async fn finish(fields: OrderFields, submit: bool) -> Result<String, Error> {
    let id = fields.save().await?;
    let address = format!("/client/orders/{id}");
    if submit {
        let sent = api::send::<SubmitOrder>((id,), Nothing {}, SubmitRequest::default(), Options::default()).await;
        match sent {
            Err(error) if asks_for_deposit(&error) => return Ok(address + DEPOSIT_HASH),
            sent => sent.map(drop)?,
        }
    }
    Ok(address)
}
