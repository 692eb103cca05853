/** Panels, menus and forms that open above a page: they fit the screens of phones and desktops, and read well in both themes. */
import type { Locator, Page } from "@playwright/test";
import { AGENT_OWNER, Api, CLIENT } from "../harness/api.ts";
import { faultsOfLook } from "../harness/looks.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";

/** An open panel lies within the screen, and its content within the panel. */
async function panelFaults(panel: Locator, width: number): Promise<string[]> {
  const box = await panel.boundingBox();
  if (!box) return ["it is not shown"];
  const faults = box.x < -0.5 || box.x + box.width > width + 0.5 ? ["it is wider than the screen"] : [];
  const inner = await panel.evaluate((element) => element.scrollWidth - element.clientWidth);
  return inner > 0 ? [...faults, `its content is ${inner} px wider than it is`] : faults;
}

/** Opens something, looks at it, and closes it by Escape. */
async function lookAtPanel(page: Page, name: string, panel: Locator, open: () => Promise<void>): Promise<void> {
  await test.step(name, async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.waitForLoadState("networkidle");
    await open();
    await expect(panel).toBeVisible();
    await page.waitForLoadState("networkidle");
    const check = (width: number) => panelFaults(panel, width);
    expect(await faultsOfLook(page, { name: `panel-${name}`, fullPage: false, check })).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();
  });
}

test.beforeEach(() => test.slow());

test("panels beside and above the orders of staff", async ({ page }) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/orders?status=quoted&type=standard");
  const look = (name: string, panel: Locator, open: () => Promise<void>) => lookAtPanel(page, name, panel, open);
  await look("filters", page.getByTestId("filter-panel"), () => page.getByTestId("show-filters").click());
  await look("preview", page.getByTestId("order-preview"), async () => {
    // Space on a button is for the button.
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("j");
    await page.keyboard.press("Space");
  });
  const dialog = page.getByRole("dialog");
  await look("palette", dialog, async () => {
    await page.keyboard.press("Control+k");
    await page.getByTestId("palette-input").fill("102");
    await expect(page.getByTestId("palette-option").first()).toBeVisible();
  });
  await look("keys", dialog, () => page.keyboard.press("?"));
  await look("new-order", dialog, () => page.getByTestId("new-order").click());
  await look("note", page.locator(".note-panel"), () => page.getByTestId("note-mark").first().click());
  await look("bell", page.getByTestId("bell-list"), () => page.getByTestId("bell").click());
});

test("forms above the other pages of staff", async ({ page, server, client }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "50000", currency: "RUB", memo: "пополнение" });
  await client.post("/client/withdrawals", { amount: "1000", currency: "RUB", requisites: "Сбербанк, 2202 2000 1234 5678" });
  const draft = await client.draft("Чайник и термос");
  await client.addItem(draft.id, { title: "不锈钢保温杯", url: "https://detail.1688.com/offer/8.html", price: "40.00", quantity: 1 });
  await client.submit(draft.id);
  const dialog = page.getByRole("dialog");
  const look = (name: string, open: () => Promise<void>) => lookAtPanel(page, name, dialog, open);
  const login = new LoginPage(page);
  await login.logIn("agent", AGENT_OWNER, `/agent/orders/${draft.id}`);
  const menu = page.getByTestId("order-actions");
  await lookAtPanel(page, "order-actions", page.locator(".action-menu:popover-open"), () => menu.click());
  for (const path of ["balance-requests", "wallet-topups", "withdrawals"]) {
    await page.goto(`/agent/${path}`);
    await look(`reject-${path}`, () => page.getByTestId("reject").first().click());
  }
  await page.goto("/agent/clients");
  await look("new-client", () => page.getByTestId("new-client").click());
  await page.goto("/agent/clients/1?tab=balance");
  await look("adjust", () => page.getByTestId("adjust").first().click());
  await page.goto("/agent/staff");
  await look("invite", () => page.getByTestId("invite").click());
  await page.goto("/agent/cells");
  await look("new-cells", () => page.getByTestId("new-cells").click());
  await page.goto("/agent/balance");
  await look("plan", () => page.getByTestId("change-plan").click());
});

test("forms above the pages of a client", async ({ page }) => {
  await new LoginPage(page).logIn("client", CLIENT, "/client/recipients");
  await lookAtPanel(page, "recipient", page.getByRole("dialog"), () => page.getByTestId("add-recipient").click());
  await lookAtPanel(page, "client-bell", page.getByTestId("bell-list"), () => page.getByTestId("bell").click());
});
