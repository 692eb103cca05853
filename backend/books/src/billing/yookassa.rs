//! The API of YooKassa, version 3.

use super::{
    BillingError,
    provider::{
        self, Payer, PaymentProvider, PaymentRequest, RefundRequest, RemoteAmount, RemotePayment, RemoteReceipt,
        RemoteRefund, RemoteStatus, SettlementRequest,
    },
};
use platform::{
    config::YookassaConfig,
    http_client::{self, OutsideSystem},
    state::AppState,
};
use reqwest::Method;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};
use shared_types::money::{Currency, Money};
use std::time::Duration;

const SYSTEM: OutsideSystem = OutsideSystem {
    name: provider::SYSTEM,
    timeout: Duration::from_secs(15),
    max_answer: 1 << 20,
};

pub(super) struct Yookassa {
    state: AppState,
    config: YookassaConfig,
}

#[derive(Deserialize)]
struct Amount {
    value: String,
    currency: String,
}

impl Amount {
    /// The amount in a currency of ours, or else as the provider wrote it.
    fn read(self) -> RemoteAmount {
        let currency = Currency::from_code(&self.currency);
        let amount = currency.and_then(|currency| Money::parse(&self.value, currency).ok());
        amount.ok_or_else(|| format!("{} {}", self.value, self.currency))
    }
}

#[derive(Deserialize)]
struct Confirmation {
    confirmation_url: Option<String>,
}

#[derive(Deserialize)]
struct Payment {
    id: String,
    status: String,
    amount: Amount,
    confirmation: Option<Confirmation>,
}

#[derive(Deserialize)]
struct Refund {
    id: String,
    payment_id: String,
    status: String,
    amount: Amount,
}

#[derive(Deserialize)]
struct Receipt {
    id: String,
    status: String,
}

fn read_status(status: &str) -> Result<RemoteStatus, BillingError> {
    match status {
        "pending" | "waiting_for_capture" => Ok(RemoteStatus::Pending),
        "succeeded" => Ok(RemoteStatus::Succeeded),
        "canceled" => Ok(RemoteStatus::Canceled),
        other => Err(BillingError::Provider(format!("unknown status {other:?}"))),
    }
}

impl TryFrom<Receipt> for RemoteReceipt {
    type Error = BillingError;

    fn try_from(receipt: Receipt) -> Result<Self, BillingError> {
        Ok(Self {
            status: read_status(&receipt.status)?,
            id: receipt.id,
        })
    }
}

impl TryFrom<Payment> for RemotePayment {
    type Error = BillingError;

    fn try_from(payment: Payment) -> Result<Self, BillingError> {
        Ok(Self {
            status: read_status(&payment.status)?,
            amount: payment.amount.read(),
            confirmation_url: payment
                .confirmation
                .and_then(|confirmation| confirmation.confirmation_url),
            id: payment.id,
        })
    }
}

impl From<Refund> for RemoteRefund {
    fn from(refund: Refund) -> Self {
        Self {
            is_succeeded: refund.status == "succeeded",
            amount: refund.amount.read(),
            payment_id: refund.payment_id,
            id: refund.id,
        }
    }
}

fn amount_json(amount: Money) -> Value {
    json!({"value": amount.amount(), "currency": amount.currency.code()})
}

/// A receipt of one item. The provider sends receipts to an e-mail address only; cash registers of others may use the phone number.
fn receipt_json(payer: &Payer, amount: Money, description: &str, vat_code: u8, payment_mode: &str) -> Value {
    let mut customer = json!({"phone": payer.phone.as_str().trim_start_matches('+')});
    if let Some(email) = &payer.email {
        customer["email"] = json!(email.as_str());
    }
    json!({
        "customer": customer,
        "items": [{
            "description": description,
            "quantity": "1.00",
            "amount": amount_json(amount),
            "vat_code": vat_code,
            "payment_subject": "service",
            "payment_mode": payment_mode,
        }],
    })
}

impl Yookassa {
    pub(super) fn new(state: &AppState) -> Option<Self> {
        Some(Self {
            config: state.config.billing.yookassa.clone()?,
            state: state.clone(),
        })
    }

    /// The fiscal receipt of a sum that is paid in advance; `None` if the operator sends no receipts.
    fn receipt(&self, payer: &Payer, amount: Money, description: &str) -> Option<Value> {
        let vat = self.config.receipt_vat?;
        Some(receipt_json(
            payer,
            amount,
            description,
            vat.of_advance,
            "full_prepayment",
        ))
    }

    async fn call<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Option<(&Value, &str)>,
    ) -> Result<T, BillingError> {
        let mut request = http_client::shared()?
            .request(method, format!("{}/{path}", self.config.api_url))
            .basic_auth(&self.config.shop_id, Some(&self.config.secret_key));
        if let Some((body, idempotence_key)) = body {
            request = request.header("Idempotence-Key", idempotence_key).json(body);
        }
        let answer = http_client::call(&self.state, &SYSTEM, request).await?;
        if !answer.status.is_success() {
            let description = answer.json();
            let description = description["description"].as_str().unwrap_or_default();
            let reason: String = description.chars().take(200).collect();
            let status = answer.status.as_u16();
            return Err(BillingError::Provider(format!("status {status}: {reason}")));
        }
        serde_json::from_slice(&answer.body)
            .map_err(|error| BillingError::Provider(format!("the response cannot be parsed: {error}")))
    }
}

impl PaymentProvider for Yookassa {
    async fn create_payment(&self, request: PaymentRequest<'_>) -> Result<RemotePayment, BillingError> {
        let mut body = json!({
            "amount": amount_json(request.amount),
            "capture": true,
            "confirmation": {"type": "redirect", "return_url": request.return_url},
            "description": request.description,
        });
        if let Some(receipt) = self.receipt(request.payer, request.amount, request.description) {
            body["receipt"] = receipt;
        }
        let payment: Payment = self
            .call(Method::POST, "payments", Some((&body, request.idempotence_key)))
            .await?;
        payment.try_into()
    }

    async fn fetch_payment(&self, id: &str) -> Result<RemotePayment, BillingError> {
        if !provider::is_id(id) {
            return Err(BillingError::Provider("the id of a payment is not valid".to_owned()));
        }
        let payment: Payment = self.call(Method::GET, &format!("payments/{id}"), None).await?;
        payment.try_into()
    }

    async fn create_refund(&self, request: RefundRequest<'_>) -> Result<RemoteRefund, BillingError> {
        let mut body = json!({"payment_id": request.payment_id, "amount": amount_json(request.amount)});
        let receipt = request
            .receipt_to
            .and_then(|payer| self.receipt(payer, request.amount, request.description));
        if let Some(receipt) = receipt {
            body["receipt"] = receipt;
        }
        let refund: Refund = self
            .call(Method::POST, "refunds", Some((&body, request.idempotence_key)))
            .await?;
        Ok(refund.into())
    }

    async fn create_settlement(&self, request: SettlementRequest<'_>) -> Result<RemoteReceipt, BillingError> {
        let vat = self.config.receipt_vat.ok_or(BillingError::OnlinePaymentOff)?;
        let (amount, description) = (request.amount, request.description);
        let mut body = receipt_json(request.payer, amount, description, vat.of_service, "full_payment");
        body["type"] = json!("payment");
        body["payment_id"] = json!(request.payment_id);
        body["send"] = json!(true);
        body["settlements"] = json!([{"type": "prepayment", "amount": amount_json(amount)}]);
        let receipt: Receipt = self
            .call(Method::POST, "receipts", Some((&body, request.idempotence_key)))
            .await?;
        receipt.try_into()
    }

    async fn fetch_receipt(&self, id: &str) -> Result<RemoteReceipt, BillingError> {
        if !provider::is_id(id) {
            return Err(BillingError::Provider("the id of a receipt is not valid".to_owned()));
        }
        let receipt: Receipt = self.call(Method::GET, &format!("receipts/{id}"), None).await?;
        receipt.try_into()
    }

    async fn fetch_refund(&self, id: &str) -> Result<RemoteRefund, BillingError> {
        if !provider::is_id(id) {
            return Err(BillingError::Provider("the id of a refund is not valid".to_owned()));
        }
        let refund: Refund = self.call(Method::GET, &format!("refunds/{id}"), None).await?;
        Ok(refund.into())
    }
}
