/** Requests of a page are aborted when it is left. */
import type { Request } from "@playwright/test";
import { AGENT_OWNER } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";

test("leaving a page aborts what it still loads", async ({ page }) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  const orders = page.getByTestId("order-row");
  await expect(orders.first()).toBeVisible();
  const path = "/agent/clients";
  const isList = (request: Request) => request.resourceType() === "fetch" && new URL(request.url()).pathname === path;
  // The list is never answered.
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      if (!isList(route.request())) await route.fallback();
    },
  );
  const link = (name: string) => page.getByRole("navigation").getByRole("link", { name, exact: true }).first();
  const sent = page.waitForRequest(isList);
  const aborted = page.waitForEvent("requestfailed", isList);
  await link("Клиенты").click();
  await sent;
  await link("Заказы").click();
  expect((await aborted).failure()?.errorText).toBe("net::ERR_ABORTED");
  // The page that is shown now has lost nothing.
  await expect(orders.first()).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});
