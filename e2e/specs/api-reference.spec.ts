/** The reference of the API: found by search, read in place, with nothing from another host. */
import { expect, test } from "../harness/test.ts";

test("the reference finds an operation, and shows its fields and a sample", async ({ page, server }) => {
  const elsewhere: string[] = [];
  const faults: string[] = [];
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(server.url)) elsewhere.push(request.url());
  });
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  await page.goto(`${server.url}/api/docs`);
  await expect(page.getByRole("heading", { level: 1, name: "Karavan" })).toBeVisible();
  await expect(page.getByRole("link", { name: "The guide" })).toHaveAttribute("href", /\/api\/guide$/);
  await page.getByRole("button", { name: /search/i }).first().click();
  await page.getByRole("combobox").fill("refund of an order");
  await page.getByRole("option").filter({ hasText: "/refunds" }).first().click();
  const operation = page.getByRole("region").filter({ hasText: "/agent/orders/{order}/refunds" }).last();
  await expect(operation).toContainText("Idempotency-Key");
  await expect(operation).toContainText("amount");

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(async () => {
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wider).toBeLessThanOrEqual(0);
  }).toPass();
  expect(elsewhere).toEqual([]);
  expect(faults).toEqual([]);
});
