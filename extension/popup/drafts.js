/** The choice of a draft: the drafts of all cabinets by agent, and a new one in each. */
import { amount, text } from "../lib/format.js";

const value = (target) => JSON.stringify(target);
/** The client of each choice, by list. */
const clientsOfTargets = new WeakMap();

/** Fills the list; the last chosen draft is chosen again while it is open. */
export function fillTargets(select, clients, drafts, last) {
  select.replaceChildren();
  for (const agent of [...new Set(drafts.map((draft) => draft.agent_name))]) {
    const group = document.createElement("optgroup");
    group.label = agent;
    for (const draft of drafts.filter((entry) => entry.agent_name === agent)) {
      const words = [
        draft.number,
        draft.title,
        text("draft_items", draft.items_count),
        amount(draft.total.amount, draft.currency),
      ];
      group.append(
        Object.assign(new Option(words.filter(Boolean).join(" · "), value({ order: draft.id })), { dir: "auto" }),
      );
    }
    select.append(group);
  }
  for (const client of clients) {
    const name = `${client.code} ${client.name} — ${client.agent.name}`;
    select.append(Object.assign(new Option(text("new_draft", name), value({ client: client.id })), { dir: "auto" }));
  }
  clientsOfTargets.set(
    select,
    new Map([
      ...drafts.map((draft) => [value({ order: draft.id }), draft.client_id]),
      ...clients.map((client) => [value({ client: client.id }), client.id]),
    ]),
  );
  const wanted = last && value(last);
  if ([...select.options].some((option) => option.value === wanted)) select.value = wanted;
}

/** The choice: `{order}` or `{client}`. */
export const chosenTarget = (select) => JSON.parse(select.value);

/** The client that the choice belongs to. */
export const clientOf = (select) => clientsOfTargets.get(select)?.get(select.value);
