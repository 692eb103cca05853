/** The confirmation before a connection is stored. It shows server and person, old and new. */
import { text } from "../lib/format.js";
import { hostOf } from "../lib/server.js";

const MAX_CABINETS = 4;

function element(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

/** The first cabinets: the question has to fit into a popup. */
const short = (cabinets) =>
  [...cabinets.slice(0, MAX_CABINETS), ...(cabinets.length > MAX_CABINETS ? ["…"] : [])].join(", ");

/** One account as a list of terms; names come from a server and are set as plain text. */
function account(testId, heading, { server, person, cabinets }) {
  const rows = [
    ["server_name", server],
    ["person", person?.name ?? text("unknown")],
    ["cabinets", cabinets ? short(cabinets) || text("no_cabinets") : text("unknown")],
  ];
  const list = element(
    "dl",
    {},
    ...rows.map(([term, value]) =>
      element(
        "div",
        {},
        element("dt", { textContent: text(term) }),
        element("dd", { dir: "auto", textContent: value }),
      ),
    ),
  );
  const block = element(
    "div",
    { className: testId === "offered-account" ? "account offered" : "account" },
    ...(heading ? [element("h3", { textContent: text(heading) })] : []),
    list,
  );
  block.dataset.testid = testId;
  return block;
}

/** The texts of the question. */
function questionTexts(current, offered) {
  if (!current.token)
    return { title: "connect_title", about: "connect_about", action: text("connect_to", hostOf(offered.server)) };
  const same = current.server === offered.server && current.person?.id === offered.person.id;
  return same
    ? { title: "replace_title", about: "replace_same", action: text("replace_action") }
    : { title: "switch_title", about: "switch_about", action: text("switch_action", hostOf(offered.server)) };
}

/**
 * Asks in a dialog element and resolves to the decision. Nothing is decided by closing it.
 * @param {HTMLDialogElement} dialog
 * @param {{current: object, offered: object, waiting?: object | null, modal?: boolean}} question
 *   `waiting` is a product that waits for the current account and stays there
 * @returns {Promise<boolean>}
 */
export function confirmConnection(dialog, { current, offered, waiting = null, modal = true }) {
  const { title, about, action } = questionTexts(current, offered);
  const confirm = element("button", { type: "button", className: "primary", textContent: action });
  confirm.dataset.testid = "confirm-connection";
  const cancel = element("button", { type: "button", autofocus: true, textContent: text("cancel") });
  cancel.dataset.testid = "cancel-connection";
  const stays = waiting
    ? [
        element("p", {
          className: "note warn",
          textContent: text("waiting_stays", hostOf(waiting.account.server), waiting.account.person.name),
        }),
      ]
    : [];
  const accounts = current.token
    ? [account("current-account", "current_account", current), account("offered-account", "new_account", offered)]
    : [account("offered-account", "", offered)];
  dialog.replaceChildren(
    element("h2", { id: "confirm-title", textContent: text(title) }),
    element("p", { id: "confirm-about", textContent: text(about) }),
    ...accounts,
    ...stays,
    element("div", { className: "row" }, confirm, cancel),
  );
  return new Promise((resolve) => {
    const listeners = new AbortController();
    const decide = (decision) => {
      listeners.abort();
      dialog.close();
      resolve(decision);
    };
    const on = (target, name, listener) => target.addEventListener(name, listener, { signal: listeners.signal });
    on(confirm, "click", () => decide(true));
    on(cancel, "click", () => decide(false));
    // A dialog that is not modal has no Escape of its own.
    on(dialog, "keydown", (event) => event.key === "Escape" && decide(false));
    on(dialog, "cancel", () => decide(false));
    // A popup is as high as its content: a dialog of the top layer would be cut off there.
    if (modal) dialog.showModal();
    else dialog.show();
    // The cancel button has the focus, so that an accidental key press changes nothing.
    cancel.focus();
  });
}
