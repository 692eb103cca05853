/** Shows the queue: the products, the reasons, and the actions. */
import { moment, sentence, text } from "../lib/format.js";
import { shopText } from "../lib/language.js";
import * as queue from "../lib/queue.js";
import { hostOf } from "../lib/server.js";
import * as store from "../lib/store.js";

const $ = (id) => document.getElementById(id);
const show = (id, shown = true) => {
  $(id).hidden = !shown;
};
/** As many stay open; more fold, so that the form is near. */
const MAX_OPEN = 2;

function button(label, testId, action) {
  const node = Object.assign(document.createElement("button"), {
    type: "button",
    className: "quiet",
    textContent: text(label),
  });
  node.dataset.testid = testId;
  node.addEventListener("click", async () => {
    await action();
    await showWaiting();
  });
  return node;
}

/** Why a product waits; of a single one the heading says it. */
function reasonOf(entry, isOnly) {
  if (!entry.failure) return "";
  if (entry.state !== "refused")
    return text("next_attempt", isOnly ? "" : text(entry.failure, ""), moment(entry.nextAt)).trim();
  return isOnly ? "" : text("kept_failed", sentence({ key: entry.failure, fields: entry.fields }));
}

function row(entry, isOnly) {
  const line = document.createElement("li");
  const about = document.createElement("span");
  const parts = [entry.about.title, entry.about.variant].filter(Boolean).map((part) => shopText("span", part));
  about.append(...parts.flatMap((part, place) => (place ? [" · ", part] : [part])), ` × ${entry.about.quantity}`);
  const actions = Object.assign(document.createElement("div"), { className: "row" });
  if (entry.state === "refused" && $("target").value)
    actions.append(
      button("to_chosen_order", "retarget", async () => {
        const key = await queue.retarget(entry.key, JSON.parse($("target").value));
        await queue.flush({ keys: [key], force: true });
      }),
    );
  actions.append(button("discard", "discard", () => queue.discard(entry.key)));
  const reason = Object.assign(document.createElement("small"), { textContent: reasonOf(entry, isOnly) });
  line.append(about, ...(reason.textContent ? [reason] : []), actions);
  return line;
}

/** Sends all that waits because the person says so, and says what came of it. */
export async function sendAgain() {
  const results = await queue.flush({ force: true });
  await showWaiting();
  const added = results.filter((result) => result.added);
  const failed = results.find((result) => result.failure);
  const order = added.at(-1)?.added.order;
  show("delivered", added.length > 0);
  if (order)
    $("delivered").textContent =
      added.length > 1 ? text("sent_many", added.length, order.number) : text("sent", order.number);
  show("error", Boolean(failed));
  if (failed) $("error").textContent = text("some_failed", results.length - added.length, sentence(failed.failure));
  (failed ? $("error") : $("delivered")).focus();
}

/** Shows the queued products of the stored connections, and the products of other accounts. */
export async function showWaiting() {
  const connected = new Set((await store.connections()).map((one) => `${one.server}|${one.person?.id}`));
  const all = [
    ...(await queue.entriesOf(await store.connection())),
    ...(await queue.entriesOfOthers(await store.connection())),
  ];
  const isOwn = (entry) => connected.has(`${entry.account.server}|${entry.account.person?.id}`);
  const own = all.filter(isOwn);
  show("waiting", own.length > 0);
  if (own.length) {
    const refused = own.filter((entry) => entry.state === "refused");
    const again = own.some((entry) => entry.tried > 1 || entry.state === "refused");
    const [first] = own;
    // Entries that wait for the person come first.
    const shown = [...refused, ...own.filter((entry) => entry.state !== "refused")];
    const folded = $("waiting").querySelector("details");
    if (folded.dataset.count !== String(own.length)) folded.open = own.length <= MAX_OPEN;
    folded.dataset.count = String(own.length);
    folded.querySelector("summary").textContent =
      own.length > 1
        ? refused.length
          ? text("kept_many", own.length, refused.length)
          : text("kept_waiting", own.length)
        : again
          ? text("kept_failed", sentence({ key: first.failure, fields: first.fields }))
          : text("kept");
    $("waiting")
      .querySelector("ul")
      .replaceChildren(...shown.map((entry) => row(entry, own.length === 1 && again)));
  }
  const elsewhere = all.filter((entry) => !isOwn(entry));
  show("elsewhere", elsewhere.length > 0);
  if (!elsewhere.length) return;
  const { account } = elsewhere[0];
  const ofAccount = elsewhere.filter(
    (entry) => entry.account.server === account.server && entry.account.person?.id === account.person?.id,
  );
  $("elsewhere").querySelector("p").textContent = text(
    "kept_elsewhere",
    hostOf(account.server),
    account.person.name,
    ofAccount.length,
  );
  $("discard-elsewhere").onclick = async () => {
    for (const entry of ofAccount) await queue.discard(entry.key);
    await showWaiting();
  };
}
