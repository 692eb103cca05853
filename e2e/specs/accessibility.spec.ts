import { expectAccessible } from "../harness/accessible.ts";
import { AGENT_OWNER, CLIENT } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme });

    for (const guard of ["client", "agent"] as const) {
      test(`the ${guard} login page can be used by everyone`, async ({ page }) => {
        await page.goto(`/${guard}/login`);
        await expect(page.getByTestId("phone")).toBeVisible();
        await expectAccessible(page);
      });
    }

    test("the client's pages can be used by everyone", async ({ page, client }) => {
      const order = await client.draft("Доступность");
      await client.addItem(order.id, { title: "不锈钢保温杯", url: "https://detail.1688.com/offer/1.html", price: "12.50" });
      await new LoginPage(page).logIn("client", CLIENT);
      for (const path of ["/client/orders", "/client/orders/create", `/client/orders/${order.id}`, "/client/settings", "/client/balance", "/client/wallet-topup", "/client/shipments", "/client/shipments/2"]) {
        await test.step(path, async () => {
          await page.goto(path);
          await expect(page.locator("main h1, main h2").first()).toBeVisible();
          await page.waitForLoadState("networkidle");
          await expectAccessible(page);
        });
      }
    });

    test("the agent's pages can be used by everyone", async ({ page, client }) => {
      const order = await client.draft("Доступность");
      await client.addItem(order.id, { title: "不锈钢保温杯", url: "https://detail.1688.com/offer/1.html", price: "12.50" });
      await client.submit(order.id);
      await new LoginPage(page).logIn("agent", AGENT_OWNER);
      for (const path of ["/agent/orders", `/agent/orders/${order.id}`, "/agent/clients", "/agent/clients/1", "/agent/shipments", "/agent/shipments?tab=to_pack", "/agent/shipments/2", "/agent/deliveries", "/agent/deliveries/3", "/agent/balance-requests", "/agent/wallet-topups", "/agent/scan?mode=receive", "/agent/cells", "/agent/notifications", "/agent/notifications/create", "/agent/settings?tab=rate", "/agent/settings", "/agent/settings?tab=delivery_methods", "/agent/settings?tab=payments", "/agent/settings?tab=conditions", "/agent/settings?tab=services", "/agent/settings?tab=notifications", "/agent/no-such-page"]) {
        await test.step(path, async () => {
          await page.goto(path);
          await expect(page.locator("main h1, main h2").first()).toBeVisible();
          await page.waitForLoadState("networkidle");
          await expectAccessible(page);
        });
      }
    });
  });
}
