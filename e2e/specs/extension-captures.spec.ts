/** What the server keeps of a capture: options and SKU, reports of pages that are read wrongly. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AGENT_OWNER, Api } from "../harness/api.ts";
import { connect, onlyItem, openShop } from "../harness/connected.ts";
import { extensionFolder } from "../harness/paths.ts";
import type { Shops } from "../harness/shops.ts";
import { expect, test } from "../harness/test.ts";

/** A stored page of the extension under its own address. */
function fixture(shops: Shops, name: string): string {
  const html = readFileSync(join(extensionFolder, "test/fixtures", `${name}.html`), "utf8");
  return shops.show(/<!-- url: (\S+) -->/.exec(html)![1]!, html);
}

interface Board {
  data: { shop: string; open_reports: number }[];
}

test("options, SKU and the source of the price arrive with each chosen variant", async ({ extension, server, client, shops }) => {
  const draft = await client.draft("Варианты с артикулом");
  await connect(extension, server, client);
  const popup = await extension.clickOn(await openShop(extension, fixture(shops, "1688/quantities-in-rows")));
  await popup.isReady();
  await popup.sendTo(draft);
  const item = await onlyItem(client, draft);
  expect(item.options?.map((option) => option.value).join(" / ")).toBe(item.variant);
  expect(item.sku_id).toBeTruthy();
  expect(item.price_source?.source).toBe("state");
});

test("a page that is read wrongly is reported, and staff warn of the shop", async ({ extension, server, client, shops }) => {
  await connect(extension, server, client);
  const url = fixture(shops, "1688/quantities-in-rows");
  const popup = await extension.clickOn(await openShop(extension, url));
  await popup.isReady();
  await popup.page.getByTestId("reads-wrongly").click();
  await popup.page.getByTestId("report-wrong").fill("цена другая");
  await popup.page.getByTestId("report-send").click();
  await expect(popup.page.getByTestId("report-send")).toBeHidden();
  await popup.page.close();

  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const board = await owner.send<Board>("GET", "/agent/adapters");
  expect(board.data.find((row) => row.shop === "1688")?.open_reports).toBeGreaterThan(0);
  const reports = await owner.send<{ data: { id: number; wrong: string }[] }>("GET", "/agent/adapters/reports?shop=1688");
  expect(reports.data[0]?.wrong).toBe("цена другая");
  const { report } = await owner.send<{ report: { snapshot: string } }>("GET", `/agent/adapters/reports/${reports.data[0]!.id}`);
  expect(report.snapshot).toMatch(/^<!-- url: https?:\/\/\S+ -->/);

  await owner.post("/agent/adapters/state", { shop: "1688", state: "broken", note: "Цены без входа неверны" });
  const warned = await extension.clickOn(await openShop(extension, url));
  await warned.isReady();
  await expect(warned.page.locator("body")).toContainText("Цены без входа неверны");
  await owner.post("/agent/adapters/state", { shop: "1688", state: "ok", note: "" });
});
