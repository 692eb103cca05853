// npm install standardwebhooks
import { Webhook } from "standardwebhooks";

export function verify(secret, headers, body) {
  return new Webhook(secret).verify(body, headers); // throws WebhookVerificationError
}
