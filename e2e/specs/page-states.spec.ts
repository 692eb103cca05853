/** Pages without content: a missing record, a missing right, and a server that does not answer. */
import { expectAccessible } from "../harness/accessible.ts";
import { AGENT_OWNER } from "../harness/api.ts";
import { faultsOfLook } from "../harness/looks.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";

const WAREHOUSE = "+79990000004";

test("a missing record offers the way back, and no useless repetition", async ({ page }) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/clients");
  await expect(page.getByTestId("client-row").first()).toBeVisible();
  await page.goto("/agent/orders/999999");
  const state = page.locator(".empty[role=alert]").first();
  await expect(state).toContainText("Страница не найдена");
  await expect(page.getByTestId("try-again")).toHaveCount(0);
  await expectAccessible(page);
  expect(await faultsOfLook(page, { name: "missing record", fullPage: false })).toEqual([]);
  await state.getByTestId("way-back").click();
  await expect(page).toHaveURL(/agent\/clients/);
  // The page before is drawn: a second address while it loads leaves Playwright with a document that it takes for hidden.
  await expect(page.getByTestId("client-row").first()).toBeVisible();
  await page.goto("/agent/orders/999999");
  await expect(state).toContainText("Страница не найдена");
  await state.getByTestId("way-home").click();
  await expect(page).toHaveURL(/agent\/home$/);
});

test("a page without the right says so, and leads home", async ({ page }) => {
  await new LoginPage(page).logIn("agent", WAREHOUSE, "/agent/orders");
  await page.goto("/agent/clients");
  await expect(page.locator(".empty[role=alert]")).toContainText("Нет доступа");
  await expect(page.getByTestId("try-again")).toHaveCount(0);
  await expect(page.getByTestId("way-home")).toBeVisible();
});

test("a server that does not answer is asked again", async ({ page }) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/orders");
  await page.route("**/agent/clients?*", (route) => route.abort());
  await page.route("**/agent/clients", (route) => (route.request().resourceType() === "document" ? route.fallback() : route.abort()));
  await page.locator(".rail").getByRole("link", { name: "Клиенты" }).click();
  await expect(page.getByTestId("try-again")).toBeVisible();
  await expect(page.getByTestId("way-home")).toHaveCount(0);
  await page.unrouteAll();
  await page.getByTestId("try-again").click();
  await expect(page.getByTestId("client-row").first()).toBeVisible();
});
