/** Accessibility checks with axe. */
import { AxeBuilder } from "@axe-core/playwright";
import { type Page, expect } from "@playwright/test";
import { waitForAnimations } from "./animations.ts";

/** Violations of lower impact do not fail a test. */
const FAILING_IMPACTS = ["serious", "critical"];

export async function expectAccessible(page: Page): Promise<void> {
  await waitForAnimations(page);
  const { violations } = await new AxeBuilder({ page }).withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]).analyze();
  const failing = violations
    .filter((violation) => FAILING_IMPACTS.includes(violation.impact ?? ""))
    .map((violation) => `${violation.id}: ${violation.nodes.map((node) => `${node.html} ${node.failureSummary ?? ""}`).join(" | ")}`);
  expect(failing).toEqual([]);
}
