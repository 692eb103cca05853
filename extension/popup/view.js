/** The views of the popup: its parts, failures, and the result of sending. */
import { sentence } from "../lib/format.js";

export const $ = (id) => document.getElementById(id);
export const show = (id, shown = true) => {
  $(id).hidden = !shown;
};
export function showFailure(failure) {
  show("status", false);
  $("error").className = "note bad";
  $("error").textContent = sentence(failure);
  show("error");
  $("error").focus();
}

export function showDone(words, order, server) {
  $("done").querySelector("p").textContent = words;
  const link = $("done").querySelector("a");
  link.hidden = !order;
  if (order) link.href = `${server}/client/orders/${order.id}`;
  for (const id of ["status", "send", "many", "error", "dead-end", "offline", "broken"]) show(id, false);
  show("done");
  $("done").querySelector("p").focus();
}
