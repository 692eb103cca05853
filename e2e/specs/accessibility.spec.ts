import { type Page } from "@playwright/test";
import { expectAccessible } from "../harness/accessible.ts";
import { AGENT_OWNER, CLIENT } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";

/** The pages of each cabinet, in groups that fit the time limit of a test. `ORDER` stands for the id of an order with one item. */
const CLIENT_PAGES = {
  orders: ["/client/home", "/client/orders", "/client/orders/create", "/client/orders/ORDER"],
  "money and shipments": ["/client/settings", "/client/balance", "/client/wallet-topup", "/client/shipments", "/client/shipments/2"],
  people: ["/client/profile", "/client/staff"],
};
const AGENT_PAGES = {
  "orders and clients": ["home", "orders", "orders/ORDER", "clients", "clients/1", "no-such-page"].map((page) => `/agent/${page}`),
  "shipments and warehouse": [
    "/agent/shipments",
    "/agent/shipments?tab=to_pack",
    "/agent/shipments/2",
    "/agent/deliveries",
    "/agent/deliveries/3",
    "/agent/scan?mode=receive",
    "/agent/cells",
  ],
  "money and messages": [
    "/agent/chats?tab=all",
    "/agent/balance-requests",
    "/agent/wallet-topups",
    "/agent/withdrawals",
    "/agent/balance",
    "/agent/notifications",
    "/agent/notifications/create",
  ],
  people: ["/agent/profile", "/agent/reports", "/agent/staff", "/agent/access-groups", "/agent/onboarding"],
  settings: [
    "/agent/settings",
    ...["rate", "delivery_methods", "payments", "conditions", "services", "notifications"].map((tab) => `/agent/settings?tab=${tab}`),
  ],
};

async function expectAllAccessible(page: Page, paths: readonly string[], order: number): Promise<void> {
  for (const path of paths.map((path) => path.replace("ORDER", String(order)))) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.locator("main h1, main h2").first()).toBeVisible();
      await page.waitForLoadState("networkidle");
      await expectAccessible(page);
    });
  }
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme });

    for (const guard of ["client", "agent"] as const) {
      test(`the ${guard} login page is accessible`, async ({ page }) => {
        await page.goto(`/${guard}/login`);
        await expect(page.getByTestId("phone")).toBeVisible();
        await expectAccessible(page);
      });
    }

    for (const [guard, phone, pages] of [["client", CLIENT, CLIENT_PAGES], ["agent", AGENT_OWNER, AGENT_PAGES]] as const) {
      for (const [about, paths] of Object.entries(pages)) {
        test(`the ${guard} cabinet is accessible: ${about}`, async ({ page, client }) => {
          const order = await client.draft("Доступность");
          await client.addItem(order.id, { title: "不锈钢保温杯", url: "https://detail.1688.com/offer/1.html", price: "12.50" });
          if (guard === "agent") await client.submit(order.id);
          await new LoginPage(page).logIn(guard, phone);
          await expectAllAccessible(page, paths, order.id);
        });
      }
    }
  });
}
