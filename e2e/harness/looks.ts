/**
 * How a page looks at the widths of phones and desktops, in both themes: nothing wider than the screen, no accessibility violation.
 *
 * `KARAVAN_SCREENSHOTS=folder` writes a picture at each width and in both themes.
 */
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { waitForAnimations } from "./animations.ts";

const WIDTHS = [320, 390, 1280, 1920];
/** The widths at which axe runs, in both themes: a phone and a desktop. */
const AXE_WIDTHS = [390, 1280];
const SCREENSHOTS = process.env.KARAVAN_SCREENSHOTS;
/** WCAG, and the best practices that the design promises. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];
const BEST_PRACTICES = ["heading-order", "landmark-one-main", "landmark-no-duplicate-main", "label-content-name-mismatch"];
const FAILING_IMPACTS = ["moderate", "serious", "critical"];

type Theme = "light" | "dark";
const THEMES: readonly Theme[] = ["light", "dark"];

/** The findings of axe. In the dark only the contrast differs. */
async function violations(page: Page, theme: Theme): Promise<string[]> {
  const builder = new AxeBuilder({ page });
  const rules = Object.fromEntries(BEST_PRACTICES.map((rule) => [rule, { enabled: true }]));
  if (theme === "dark") builder.withRules(["color-contrast"]);
  else builder.options({ runOnly: { type: "tag", values: TAGS }, rules });
  const { violations } = await builder.analyze();
  return violations
    .filter((violation) => FAILING_IMPACTS.includes(violation.impact ?? ""))
    .map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
}

/** By how much the page is wider than the screen, with the innermost element that sticks out. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return null;
    const wide = [...document.querySelectorAll("main *")].filter((element) => element.getBoundingClientRect().right > clientWidth);
    return `${scrollWidth - clientWidth} px wider than the screen: ${wide.at(-1)?.outerHTML.slice(0, 160) ?? ""}`;
  });

export interface Look {
  /** Stands before each fault, and names the pictures. */
  name: string;
  /** The picture shows the whole page instead of the screen. */
  fullPage: boolean;
  /** More faults at one width, without its name. */
  check?: (width: number) => Promise<string[]>;
}

/** The faults of what the page shows, with width and theme. The page is left at the last width, in the light theme. */
export async function faultsOfLook(page: Page, { name, fullPage, check }: Look): Promise<string[]> {
  const faults: string[] = [];
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    for (const width of WIDTHS) {
      const add = (fault: string) => faults.push(`${name}, ${width} px, ${theme}: ${fault}`);
      const isChecked = AXE_WIDTHS.includes(width);
      if (theme === "dark" && !isChecked && !SCREENSHOTS) continue;
      await page.setViewportSize({ width, height: width < 800 ? 844 : 900 });
      await waitForAnimations(page);
      const over = await tooWide(page);
      if (over) add(over);
      for (const fault of (await check?.(width)) ?? []) add(fault);
      if (isChecked) for (const violation of await violations(page, theme)) add(violation);
      if (SCREENSHOTS) {
        const file = name.replace(/^\//, "").replaceAll(/[^\p{L}\d-]+/gu, "_");
        await page.screenshot({ path: join(SCREENSHOTS, `${file}-${width}-${theme}.png`), fullPage });
      }
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  return faults;
}
