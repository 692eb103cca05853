/** Sends what a form has, and shows the result. */
import { Failure } from "../lib/errors.js";
import { sentence, text } from "../lib/format.js";
import * as queue from "../lib/queue.js";
import { chosenTarget } from "./drafts.js";
import { isCurrency, isPrice } from "./preview.js";
import { $, show, showDone, showFailure } from "./view.js";
import { showWaiting } from "./waiting.js";

/** The names of the fields of the form. */
const NAMES = {
  title: "title",
  url: "link",
  currency: "currency",
  quantity: "quantity",
  "image-url": "picture",
  weight: "weight",
  "size-length": "size",
  "size-width": "size",
  "size-height": "size",
};

/** Validates the form; throws a failure with the text of what is missing. */
export function checkForm(items) {
  if (!$("send").checkValidity()) {
    const field = $("send").querySelector(":invalid:not(fieldset)");
    if (field?.closest("details")) field.closest("details").open = true;
    if (field?.id !== "price") {
      field?.reportValidity();
      field?.focus();
    }
    if (field?.id === "looked-at") throw new Failure("e_look_first");
    if (field?.id !== "price")
      throw new Failure("e_fields", {
        fields: [{ name: field?.dataset.testid === "sku-quantity" ? "quantity" : (NAMES[field?.id] ?? "order") }],
      });
    field.focus();
    throw new Failure("e_price");
  }
  if (items.some((item) => !isPrice(item.price))) throw new Failure("e_price");
  if (items.some((item) => !isCurrency(item.currency))) throw new Failure("e_currency");
}

/** Returns a screenshot of the visible page, as proof. */
export async function captureScreenshot(tab) {
  if ($("proof").hidden || !$("with-proof").checked) return undefined;
  return chrome.tabs.captureVisibleTab(tab.windowId, { format: "jpeg", quality: 60 }).catch(() => {
    throw new Failure("e_no_proof");
  });
}

function showResults(results, account) {
  const [added, failed] = [results.filter((result) => result.added), results.filter((result) => result.failure)];
  const order = added.at(-1)?.added.order;
  const one = failed.find((result) => !result.isQueued)?.failure ?? failed[0]?.failure;
  if (order) {
    showDone(
      added.length === 1 ? text("sent", order.number) : text("sent_many", added.length, order.number),
      order,
      account.server,
    );
    // Partial success shows both counts.
    const said = [
      one && text("some_failed", failed.length, sentence(one)),
      added.some((result) => result.added.isProofLost) && text("proof_lost"),
    ].filter(Boolean);
    $("error").textContent = said.join(" ");
    show("error", said.length > 0);
    return;
  }
  throw one;
}

/** Keeps the idempotency keys while the same products are sent, so that a retry adds nothing twice. */
function idempotencyKeys() {
  let [last, keys] = ["", []];
  return (bytes) => {
    if (bytes.join("\n") !== last) [last, keys] = [bytes.join("\n"), bytes.map(() => crypto.randomUUID())];
    return keys;
  };
}

/** Wires a form that sends items. */
export function onSubmit(form, account, { items, target, proof, label }) {
  const keys = idempotencyKeys();
  form.onsubmit = async (event) => {
    event.preventDefault();
    const button = form.querySelector("button.primary");
    button.disabled = true;
    button.textContent = text("sending");
    show("error", false);
    try {
      const all = items();
      const chosen = chosenTarget(target);
      const own = keys(all.map((item) => JSON.stringify([chosen, item])));
      const picture = await proof?.();
      const results = await queue.send(
        all.map((item, index) => ({
          account,
          target: chosen,
          item,
          key: own[index],
          draftKey: `${own[0]}-draft`,
          ...(picture && index === 0 ? { proof: picture } : {}),
        })),
      );
      showResults(results, account);
    } catch (failure) {
      showFailure(failure);
      // A queued product is sent automatically, so the form is hidden.
      if (failure.retriable) form.hidden = true;
    } finally {
      button.disabled = false;
      button.textContent = label();
      await showWaiting();
    }
  };
}
