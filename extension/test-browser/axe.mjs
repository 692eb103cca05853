/** Accessibility of the extension's pages by axe, in light and in dark. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";

const AXE = new URL("../../e2e/node_modules/axe-core/axe.min.js", import.meta.url).pathname;
/** The tests of the extension also run where the tests of the pages are not installed. */
export const hasAxe = existsSync(AXE);

const RUN = `axe
  .run(document, { rules: { "page-has-heading-one": { enabled: true } } })
  .then(({ violations }) => violations.map(({ id, nodes }) => id + " " + nodes.map(({ target }) => target).join(", ")))`;

/** Opens all folded parts, so that they are looked at too. */
export const unfold = (popup) =>
  popup.evaluate(`document.querySelectorAll("details").forEach((details) => { details.open = true; })`);

/** @param {import("./harness.mjs").Popup} popup a popup, a side panel or a tab of the extension */
export async function assertAccessible(popup, what) {
  if (!hasAxe) return;
  await popup.evaluate(readFileSync(AXE, "utf8"));
  for (const value of ["light", "dark"]) {
    await popup.call("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value }] });
    assert.deepEqual(await popup.evaluate(RUN), [], `${what}, ${value}`);
  }
}
