import { readFileSync } from "node:fs";
import { AGENT_OWNER, CLIENT } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";

const item = (title: string, price: string, quantity: number) => ({
  title,
  url: `https://detail.1688.com/offer/61000000000${quantity}.html`,
  price,
  quantity,
  shop: { name: "永康杯业" },
});

test("each item of an order has its cost to the door, for both sides and as a sheet", async ({ page, client }) => {
  const order = await client.draft("Себестоимость");
  await client.addItem(order.id, item("Термос", "30.00", 2));
  await client.addItem(order.id, item("Плед", "140.00", 1));
  await new LoginPage(page).logIn("client", CLIENT, `/client/orders/${order.id}`);
  await page.getByTestId("unit-costs").click();
  await expect(page).toHaveURL(new RegExp(`/client/orders/${order.id}/costs$`));
  const rows = page.getByTestId("unit-cost");
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: "Плед" })).toContainText("₽");
  // The weights are not known.
  await expect(page.getByTestId("costs-note").filter({ hasText: "по числу штук" })).toBeVisible();
  await page.getByTestId("split").selectOption({ label: "по стоимости" });
  await expect(page.getByTestId("costs-note").filter({ hasText: "по числу штук" })).toHaveCount(0);
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Скачать XLSX" }).click()]);
  expect(readFileSync(await file.path()).subarray(0, 2).toString()).toBe("PK");
  await page.getByTestId("crumb").click();
  await expect(page).toHaveURL(new RegExp(`/client/orders/${order.id}$`));

  await client.submit(order.id);
  await page.context().clearCookies();
  await new LoginPage(page).logIn("agent", AGENT_OWNER, `/agent/orders/${order.id}/costs`);
  await expect(rows).toHaveCount(2);
  await expect(page.getByTestId("unit-cost").filter({ hasText: "Термос" })).toContainText("₽");
});
