/** The options: where the server is, and the token; tested before the person leaves. */
import { fillTexts, sentence, text } from "../lib/format.js";
import { serverOrigin, webOrigin } from "../lib/server.js";
import * as store from "../lib/store.js";
import { connect } from "../popup/connect.js";

const $ = (id) => document.getElementById(id);

function tell(id, words) {
  for (const note of ["error", "good"]) $(note).hidden = note !== id;
  $(id).textContent = words;
}

/** Tests what was typed; another connection is stored only when the person confirms it. */
async function save() {
  const typed = { server: serverOrigin($("server").value.trim()), token: $("token").value.trim() };
  const address = $("retailer").value.trim();
  const retailer = address && webOrigin(address);
  const connected = await connect(typed, { dialog: $("confirm"), modal: true });
  if (!connected) return tell("good", text("unchanged"));
  if (retailer) await store.keepRetailer(retailer);
  tell("good", text("connected", `${connected.person.name} · ${connected.cabinets.join(", ")}`));
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
