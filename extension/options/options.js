/** The options: where the server is, and the token; tested before the person leaves. */
import * as api from "../lib/api.js";
import { Failure } from "../lib/errors.js";
import { fillTexts, sentence, text } from "../lib/format.js";
import * as store from "../lib/store.js";

const $ = (id) => document.getElementById(id);

function tell(id, words) {
  for (const note of ["error", "good"]) $(note).hidden = note !== id;
  $(id).textContent = words;
}

/** The origin of an address as people paste it. */
function origin(address) {
  try {
    const url = new URL(address.includes("://") ? address : `https://${address}`);
    if (/^https?:$/.test(url.protocol)) return url.origin;
  } catch {
    // Told below, like every other address that is none.
  }
  throw new Failure("e_server_address");
}

async function save() {
  const connection = { server: origin($("server").value.trim()), token: $("token").value.trim() };
  const who = await api.me(connection);
  await store.keepConnection(connection);
  if ($("retailer").value) await store.keepRetailer(origin($("retailer").value.trim()));
  const cabinets = who.clients.map((client) => `${client.code} (${client.agent.name})`).join(", ");
  tell("good", text("connected", `${who.user.name} · ${cabinets}`));
}

fillTexts(document);
const { server = "", token = "" } = await store.connection();
[$("server").value, $("token").value, $("retailer").value] = [server, token, await store.retailer()];
$("connection").addEventListener("submit", (event) => {
  event.preventDefault();
  save().catch((failure) => tell("error", sentence(failure)));
});
$("forget").addEventListener("click", async () => {
  await store.forgetConnection();
  $("token").value = "";
  tell("good", text("forgotten"));
});
