//! The webhook of the payment provider.

use super::{payments, provider::is_id, refunds};
use axum::{
    body::to_bytes,
    extract::{Request, State},
};
use platform::{
    http::{Api, ApiResponse, Failure},
    state::AppState,
};
use serde::Deserialize;
use shared_types::{billing::ReceiveYookassaNotification, endpoint::Nothing, problem::ProblemCode};

/// Largest notification, in bytes.
const MAX_NOTIFICATION_BYTES: usize = 1 << 18;

/// Registers the webhook.
pub fn routes(api: Api) -> Api {
    api.serve::<ReceiveYookassaNotification, _>(receive)
}

/// The fields that are read from a notification.
#[derive(Deserialize)]
struct Notification {
    event: String,
    object: Object,
}

#[derive(Deserialize)]
struct Object {
    id: String,
    /// The payment that a refund belongs to.
    payment_id: Option<String>,
}

impl Object {
    /// Whether the ids can be of the provider.
    fn is_valid(&self) -> bool {
        is_id(&self.id) && self.payment_id.as_deref().is_none_or(is_id)
    }
}

/// Anyone can send a notification, so nothing of it is trusted: the object with its id is fetched from the provider, if it is one
/// that this service waits for. A failure is answered with a status that makes the provider repeat the notification.
async fn receive(
    State(state): State<AppState>,
    request: Request,
) -> Result<ApiResponse<ReceiveYookassaNotification>, Failure> {
    let bytes = to_bytes(request.into_body(), MAX_NOTIFICATION_BYTES).await.ok();
    let read: Option<Notification> = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok());
    let read = read.filter(|notification| notification.object.is_valid());
    let Notification { event, object } = read.ok_or(ProblemCode::BodyMalformed)?;
    match (event.as_str(), &object.payment_id) {
        ("payment.succeeded" | "payment.canceled", _) => {
            payments::on_payment_notification(&state, &object.id).await?;
        }
        ("refund.succeeded", Some(payment)) => {
            refunds::on_refund_notification(&state, &object.id, payment).await?;
        }
        _ => {}
    }
    Ok(ApiResponse(Nothing {}))
}
