//! The API of YooKassa, version 3.

use super::{
    BillingError,
    provider::{PaymentProvider, PaymentRequest, RemotePayment, RemoteRefund, RemoteStatus},
};
use platform::{config::YookassaConfig, http_client, state::AppState};
use reqwest::{Client, Method, StatusCode};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};
use shared_types::money::{Currency, Money};
use std::{sync::OnceLock, time::Duration};

const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);
/// The name of the API in the circuit breaker.
const SYSTEM: &str = "yookassa";

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
    fn money(&self) -> Result<Money, BillingError> {
        let currency = Currency::from_code(&self.currency);
        currency
            .and_then(|currency| Money::parse(&self.value, currency).ok())
            .ok_or_else(|| {
                BillingError::Provider(format!("the amount {} {} cannot be parsed", self.value, self.currency))
            })
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

impl TryFrom<Payment> for RemotePayment {
    type Error = BillingError;

    fn try_from(payment: Payment) -> Result<Self, BillingError> {
        let status = match payment.status.as_str() {
            "pending" | "waiting_for_capture" => RemoteStatus::Pending,
            "succeeded" => RemoteStatus::Succeeded,
            "canceled" => RemoteStatus::Canceled,
            other => return Err(BillingError::Provider(format!("unknown status {other:?} of a payment"))),
        };
        Ok(Self {
            status,
            amount: payment.amount.money()?,
            confirmation_url: payment
                .confirmation
                .and_then(|confirmation| confirmation.confirmation_url),
            id: payment.id,
        })
    }
}

impl TryFrom<Refund> for RemoteRefund {
    type Error = BillingError;

    fn try_from(refund: Refund) -> Result<Self, BillingError> {
        Ok(Self {
            is_succeeded: refund.status == "succeeded",
            amount: refund.amount.money()?,
            payment_id: refund.payment_id,
            id: refund.id,
        })
    }
}

fn amount_json(amount: Money) -> Value {
    json!({"value": amount.amount(), "currency": amount.currency.code()})
}

/// Whether an id consists of characters that the provider uses, so that it can be a part of a path.
fn is_id(id: &str) -> bool {
    (1..=64).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// The client of the process; it keeps connections open.
fn http_client() -> Result<&'static Client, BillingError> {
    static CLIENT: OnceLock<Client> = OnceLock::new();
    if let Some(client) = CLIENT.get() {
        return Ok(client);
    }
    let client = http_client::builder(REQUEST_TIMEOUT).build();
    let client = client.map_err(|error| BillingError::Provider(error.to_string()))?;
    Ok(CLIENT.get_or_init(|| client))
}

impl Yookassa {
    pub(super) fn new(state: &AppState) -> Option<Self> {
        Some(Self {
            config: state.config.billing.yookassa.clone()?,
            state: state.clone(),
        })
    }

    async fn call<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Option<(&Value, &str)>,
    ) -> Result<T, BillingError> {
        let (breaker, clock) = (&self.state.breaker, &self.state.clock);
        if breaker.open_until(SYSTEM, clock.now()).is_some() {
            return Err(BillingError::Provider("the circuit is open".to_owned()));
        }
        let mut request = http_client()?
            .request(method, format!("{}/{path}", self.config.api_url))
            .basic_auth(&self.config.shop_id, Some(&self.config.secret_key));
        if let Some((body, idempotence_key)) = body {
            request = request.header("Idempotence-Key", idempotence_key).json(body);
        }
        let failed = |error: reqwest::Error| {
            breaker.on_failure(SYSTEM, clock.now());
            BillingError::Provider(http_client::describe(error))
        };
        let response = http_client::send(SYSTEM, request).await.map_err(failed)?;
        let status = response.status();
        if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS {
            breaker.on_failure(SYSTEM, clock.now());
            return Err(BillingError::Provider(format!("status {}", status.as_u16())));
        }
        let text = response.text().await.map_err(failed)?;
        breaker.on_success(SYSTEM);
        if !status.is_success() {
            let description = serde_json::from_str::<Value>(&text).unwrap_or_default();
            let description = description["description"].as_str().unwrap_or_default();
            let reason: String = description.chars().take(200).collect();
            return Err(BillingError::Provider(format!("status {}: {reason}", status.as_u16())));
        }
        serde_json::from_str(&text)
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
        if let Some(vat_code) = self.config.vat_code {
            body["receipt"] = json!({
                "customer": {"phone": request.payer_phone.trim_start_matches('+')},
                "items": [{
                    "description": request.description,
                    "quantity": "1.00",
                    "amount": amount_json(request.amount),
                    "vat_code": vat_code,
                    "payment_subject": "service",
                    "payment_mode": "full_prepayment",
                }],
            });
        }
        let payment: Payment = self
            .call(Method::POST, "payments", Some((&body, request.idempotence_key)))
            .await?;
        payment.try_into()
    }

    async fn fetch_payment(&self, id: &str) -> Result<RemotePayment, BillingError> {
        if !is_id(id) {
            return Err(BillingError::Provider("the id of a payment is not valid".to_owned()));
        }
        let payment: Payment = self.call(Method::GET, &format!("payments/{id}"), None).await?;
        payment.try_into()
    }

    async fn create_refund(
        &self,
        payment_id: &str,
        amount: Money,
        idempotence_key: &str,
    ) -> Result<RemoteRefund, BillingError> {
        let body = json!({"payment_id": payment_id, "amount": amount_json(amount)});
        let refund: Refund = self
            .call(Method::POST, "refunds", Some((&body, idempotence_key)))
            .await?;
        refund.try_into()
    }

    async fn fetch_refund(&self, id: &str) -> Result<RemoteRefund, BillingError> {
        if !is_id(id) {
            return Err(BillingError::Provider("the id of a refund is not valid".to_owned()));
        }
        let refund: Refund = self.call(Method::GET, &format!("refunds/{id}"), None).await?;
        refund.try_into()
    }
}
