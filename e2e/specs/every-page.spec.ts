/**
 * Every page of both cabinets, the doors and the public pages: nothing wider than the screen, no accessibility violation, one `main`.
 *
 * `KARAVAN_SCREENSHOTS=folder` writes a picture of each page at each width and in both themes.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import type { Guard } from "../harness/api.ts";
import { repository } from "../harness/paths.ts";
import { expect, test } from "../harness/test.ts";
import { type Place, contextOf, places, prepare } from "../pages/places.ts";

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

/** The paths of the routes in `main.rs` of a SPA. */
function declaredRoutes(guard: Guard): string[] {
  const source = readFileSync(join(repository, `frontend-${guard}/src/main.rs`), "utf8");
  const routes = [...source.matchAll(/<Route path=path!\("([^"]*)"\)/g)].map((match) => match[1]!);
  return routes.map((path) => (path.startsWith("/") ? path : `/${guard}${path ? `/${path}` : ""}`));
}

/** What axe finds. In the dark only the contrast differs. */
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

async function look(page: Page, { url }: Place): Promise<string[]> {
  const faults: string[] = [];
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(url);
  await page.locator(":is(h1, h2):visible").first().waitFor();
  await page.waitForLoadState("networkidle");
  // The description of the API has thousands of equal sections; axe needs minutes for them.
  await page.evaluate((url) => url === "/api/docs" && document.querySelectorAll("details ~ details").forEach((one) => one.remove()), url);
  if ((await page.locator("main").count()) !== 1) faults.push(`${url}: not exactly one main`);
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    for (const width of WIDTHS) {
      const add = (fault: string) => faults.push(`${url}, ${width} px, ${theme}: ${fault}`);
      const isChecked = AXE_WIDTHS.includes(width);
      if (theme === "dark" && !isChecked && !SCREENSHOTS) continue;
      await page.setViewportSize({ width, height: width < 800 ? 844 : 900 });
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (over > 0) add(`${over} px wider than the screen`);
      if (isChecked) for (const violation of await violations(page, theme)) add(violation);
      if (SCREENSHOTS) {
        const name = url.replace(/^\//, "").replaceAll(/[^\w-]+/g, "_");
        await page.screenshot({ path: join(SCREENSHOTS, `${name}-${width}-${theme}.png`), fullPage: true });
      }
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  return faults;
}

/** The places with ids that don't exist, to know which there are before a server runs. */
const LISTED = places({ order: 1, request: 1, notification: 1, cell: 1, code: "x", upload: "/su/x" });
/** How many places one test looks at. */
const PART = 6;

test("the list has every route of both cabinets", () => {
  const routes = new Set(LISTED.map((listed) => listed.route));
  const missing = [...declaredRoutes("agent"), ...declaredRoutes("client")].filter((route) => !routes.has(route));
  expect(missing).toEqual([]);
});

for (const guard of ["agent", "client", "nobody"] as const) {
  const count = LISTED.filter((place) => place.guard === guard).length;
  for (let first = 0; first < count; first += PART) {
    test(`every page is right: ${guard}, from ${first + 1} of ${count}`, async ({ browser, server }) => {
      test.slow();
      const all = places(await prepare(server)).filter((place) => place.guard === guard);
      const context = await contextOf(browser, server, guard);
      const page = await context.newPage();
      const faults: string[] = [];
      for (const place of all.slice(first, first + PART)) faults.push(...(await test.step(place.url, () => look(page, place))));
      await context.close();
      expect(faults).toEqual([]);
    });
  }
}
