/**
 * Every page of both cabinets, the doors and the public pages: nothing wider than the screen, no accessibility violation, one `main`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { Guard } from "../harness/api.ts";
import { faultsOfLook } from "../harness/looks.ts";
import { repository } from "../harness/paths.ts";
import { expect, test } from "../harness/test.ts";
import { type Place, contextOf, places, prepare } from "../pages/places.ts";

/** The paths of the routes in `main.rs` of a SPA. */
function declaredRoutes(guard: Guard): string[] {
  const source = readFileSync(join(repository, `frontend-${guard}/src/main.rs`), "utf8");
  const routes = [...source.matchAll(/<Route path=path!\("([^"]*)"\)/g)].map((match) => match[1]!);
  return routes.map((path) => (path.startsWith("/") ? path : `/${guard}${path ? `/${path}` : ""}`));
}

async function look(page: Page, { url }: Place): Promise<string[]> {
  const faults: string[] = [];
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(url);
  await page.locator(":is(h1, h2):visible").first().waitFor();
  await page.waitForLoadState("networkidle");
  if ((await page.locator("main").count()) !== 1) faults.push(`${url}: not exactly one main`);
  return [...faults, ...(await faultsOfLook(page, { name: url, fullPage: true }))];
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
