/** The options: the connections, and a new one by server and token; tested before the person leaves. */
import { accountKey } from "../lib/account.js";
import * as api from "../lib/api.js";
import { fillTexts, moment, sentence, text } from "../lib/format.js";
import * as queue from "../lib/queue.js";
import { serverOrigin, webOrigin } from "../lib/server.js";
import * as store from "../lib/store.js";
import { connect } from "../popup/connect.js";

const $ = (id) => document.getElementById(id);

function showMessage(id, words) {
  for (const note of ["error", "good"]) $(note).hidden = note !== id;
  $(id).textContent = words;
  if (id === "error") $(id).focus();
}

function button(label, testId, action) {
  const node = Object.assign(document.createElement("button"), { type: "button", textContent: text(label) });
  node.dataset.testid = testId;
  node.addEventListener("click", () => action().catch((failure) => showMessage("error", sentence(failure))));
  return node;
}

/** Revokes the token at its server where the server can, and removes it here. */
async function disconnect(connection) {
  const isRevoked = await api.revoke(connection).then(
    () => true,
    (failure) => ["e_revoked", "e_invalid"].includes(failure.key),
  );
  await store.removeConnection(connection);
  await showConnections();
  showMessage(
    "good",
    isRevoked ? text("disconnected") : text("forgotten_here", `${connection.server}/client/settings`),
  );
}

function describe(connection, isUsed) {
  const row = document.createElement("li");
  row.className = isUsed ? "account offered" : "account";
  row.dataset.testid = "stored-connection";
  const terms = [
    ["server_name", connection.server],
    ["person", connection.person?.name ?? text("unknown")],
    ["cabinets", (connection.cabinets ?? []).join(", ") || text("no_cabinets")],
    ["last_use", moment(connection.usedAt)],
  ];
  const list = document.createElement("dl");
  for (const [term, value] of terms) {
    const pair = document.createElement("div");
    pair.append(
      Object.assign(document.createElement("dt"), { textContent: text(term) }),
      Object.assign(document.createElement("dd"), { dir: "auto", textContent: value }),
    );
    list.append(pair);
  }
  const badges = [
    ...(isUsed ? [["badge", "in_use"]] : []),
    ...(connection.failure ? [["badge bad", connection.failure]] : []),
  ].map(([className, key]) => Object.assign(document.createElement("p"), { className, textContent: text(key) }));
  const use = button("use_connection", "use-connection", async () => {
    await store.useConnection(connection);
    await showConnections();
    await queue.flush({ early: true });
  });
  const row2 = Object.assign(document.createElement("div"), { className: "row" });
  row2.append(
    ...(isUsed ? [] : [use]),
    button("disconnect", "disconnect", () => disconnect(connection)),
  );
  row.append(...badges, list, row2);
  return row;
}

async function showConnections() {
  const [current, all] = [await store.connection(), await store.connections()];
  const known = all.filter((connection) => connection.person);
  $("connections").hidden = known.length === 0;
  $("connections")
    .querySelector("ul")
    .replaceChildren(
      ...known.map((connection) => describe(connection, accountKey(connection) === accountKey(current))),
    );
}

/** Tests what was typed; another connection is stored only when the person confirms it. */
async function save() {
  const typed = { server: serverOrigin($("server").value.trim()), token: $("token").value.trim() };
  const address = $("retailer").value.trim();
  const retailer = address && webOrigin(address);
  const connected = await connect(typed, { dialog: $("confirm"), modal: true });
  if (!connected) return showMessage("good", text("unchanged"));
  if (retailer) await store.storeRetailer(retailer);
  $("token").value = "";
  await showConnections();
  showMessage("good", text("connected", `${connected.person.name} · ${connected.cabinets.join(", ")}`));
  // Entries that waited for this account are sent now.
  await queue.flush({ early: true });
}

fillTexts(document);
await store.protect();
const { server = "", token = "" } = await store.connection();
[$("server").value, $("token").value, $("retailer").value] = [server, token, await store.retailer()];
await showConnections();
$("connection").addEventListener("submit", (event) => {
  event.preventDefault();
  save().catch((failure) => showMessage("error", sentence(failure)));
});
$("forget").addEventListener("click", async () => {
  await store.removeConnection(await store.connection());
  $("token").value = "";
  await showConnections();
  showMessage("good", text("forgotten"));
});
