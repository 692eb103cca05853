# pip install standardwebhooks
from standardwebhooks import Webhook


def verify(secret: str, headers: dict[str, str], body: bytes) -> dict:
    return Webhook(secret).verify(body, headers)  # raises WebhookVerificationError
