/** The agent's board of shops: how well the extension reads them, the reports of people, and the warning to all. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expectAccessible } from "../harness/accessible.ts";
import { AGENT_OWNER } from "../harness/api.ts";
import { connect, openShop } from "../harness/connected.ts";
import { extensionFolder } from "../harness/paths.ts";
import type { Shops } from "../harness/shops.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";

/** A stored page of the extension under its own address. */
function fixture(shops: Shops, name: string): string {
  const html = readFileSync(join(extensionFolder, "test/fixtures", `${name}.html`), "utf8");
  return shops.show(/<!-- url: (\S+) -->/.exec(html)![1]!, html);
}

interface DownloadedReport {
  shop: string;
  wrong: string;
  captured: { title: string };
  snapshot: string;
}

test("staff see per shop what was read last and how much of it, handle a report, and warn of the shop", async ({
  page,
  extension,
  server,
  client,
  shops,
}) => {
  await connect(extension, server, client);
  const url = fixture(shops, "weidian/sku-in-address");
  const draft = await client.draft("Доска магазинов");
  const popup = await extension.clickOn(await openShop(extension, url));
  await popup.isReady();
  await popup.page.getByTestId("title").fill("Ретро-кроссовки");
  await popup.sendTo(draft);
  await client.submit(draft.id);
  const reporting = await extension.clickOn(await openShop(extension, url));
  await reporting.isReady();
  await reporting.page.getByTestId("reads-wrongly").click();
  await reporting.page.getByTestId("report-wrong").fill("цена другая");
  await reporting.page.getByTestId("report-send").click();
  await expect(reporting.page.getByTestId("report-send")).toBeHidden();
  await reporting.page.close();

  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await page.goto("/agent/settings?tab=adapters");
  const row = page.getByTestId("shop").filter({ has: page.getByRole("rowheader", { name: "weidian", exact: true }) });
  await expect(row.getByTestId("shop-state")).toHaveText("Не указано");
  // Last good capture, one item, and every field of it.
  const cells = row.getByRole("cell");
  await expect(cells.nth(1)).not.toHaveText("—");
  await expect(cells.nth(2)).toHaveText("1");
  await expect(row.getByTestId("corrected")).toHaveText("100 %");
  await expect(cells.nth(4)).toHaveText("100 % исправлено 100 %");
  for (const field of [5, 6, 7, 8, 9]) await expect(cells.nth(field)).toHaveText("100 %");
  await expect(row.getByTestId("show-reports")).toHaveText("1");

  await row.getByTestId("show-reports").click();
  const report = page.getByTestId("report");
  await expect(report).toContainText("цена другая");
  await report.getByTestId("open-report").click();
  await expect(report.getByTestId("snapshot")).toContainText("复古跑鞋 男女同款");
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    // The name of the shop stays in sight next to the last column.
    await row.getByTestId("show-reports").scrollIntoViewIfNeeded();
    await row.getByRole("rowheader").evaluate((cell) => cell.closest(".table")!.scrollBy(10_000, 0));
    await expect(row.getByTestId("show-reports")).toBeInViewport();
    await expect(row.getByRole("rowheader")).toBeInViewport({ ratio: 1 });
  }
  const download = page.waitForEvent("download");
  await report.getByRole("link", { name: "Скачать для разбора (JSON)" }).click();
  const saved = JSON.parse(readFileSync(await (await download).path(), "utf8")) as DownloadedReport;
  expect([saved.shop, saved.wrong]).toEqual(["weidian", "цена другая"]);
  expect(saved.snapshot).toMatch(/^<!-- url: https:\/\/weidian\.com\/item\.html\?itemID=7241150123&skuId=902 -->/);
  // The state that the adapter reads is in the snapshot, so that it becomes a fixture.
  expect(saved.snapshot).toContain('&quot;id&quot;:902');

  await report.getByTestId("handle-report").click();
  await expect(page.getByTestId("no-reports")).toBeVisible();
  await expect(row.getByTestId("show-reports")).toHaveText("0");
  await page.getByTestId("only-open").uncheck();
  await expect(page.getByTestId("report")).toContainText("Решено");

  await row.getByTestId("change-state").click();
  await row.getByTestId("broken").check();
  await row.getByTestId("state-note").fill("Цены без входа неверны");
  await row.getByTestId("save-state").click();
  await expect(row.getByTestId("shop-state")).toHaveText("Читается неверно");
  const warned = await extension.clickOn(await openShop(extension, url));
  await warned.isReady();
  await expect(warned.page.getByTestId("broken")).toContainText("Цены без входа неверны");
});
