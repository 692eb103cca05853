/** The code of pages is loaded in parts: when the pointer rests on a link, and again after a failure. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { AGENT_OWNER, CLIENT } from "../harness/api.ts";
import { pagesFolder } from "../harness/paths.ts";
import { expect, test } from "../harness/test.ts";
import { createSubmittedOrder } from "../pages/chat.ts";
import { LoginPage } from "../pages/login.ts";

/** Development pages, which are tested from a folder of their own, have no parts. */
const isOtherFolder = process.env.ASSETS_DIR !== undefined;
const hasParts = readdirSync(join(pagesFolder, "client"), { recursive: true }).some((file) => String(file).endsWith("parts.json"));
test.skip(isOtherFolder && !hasParts, "the pages were built without parts");

/** The names of the parts that the page has requested. */
function watchParts(page: Page): string[] {
  const parts: string[] = [];
  page.on("request", (request) => {
    const part = /\/split_(\w+)\.wasm$/.exec(request.url())?.[1];
    if (part !== undefined) parts.push(part);
  });
  return parts;
}

const balanceLink = (page: Page) => page.getByRole("navigation").getByRole("link", { name: "Баланс", exact: true }).first();

test("a part is loaded when the pointer rests on a link that needs it", async ({ page }) => {
  const parts = watchParts(page);
  await new LoginPage(page).logIn("client", CLIENT, "/client/home");
  await expect(page.getByRole("heading", { name: "Главная" })).toBeVisible();
  expect(parts).toEqual(["lists"]);
  await balanceLink(page).hover();
  await expect.poll(() => parts).toEqual(["lists", "money"]);
  await balanceLink(page).click();
  await expect(page.getByRole("heading", { name: "Баланс", level: 1 })).toBeVisible();
  expect(parts).toEqual(["lists", "money"]);
});

test("the login page loads no part until the phone number is known, and then that of the page that follows", async ({ page }) => {
  const parts = watchParts(page);
  await page.goto("/agent/login?next=/agent/clients");
  const login = new LoginPage(page);
  await expect(page.getByTestId("phone")).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(parts).toEqual([]);
  await login.enterPhone(AGENT_OWNER);
  await expect(page.getByTestId("password")).toBeVisible();
  await expect.poll(() => parts).toEqual(["people"]);
});

test("the second visit requests the part of its address before the module is loaded, and small files as one", async ({ page, client }) => {
  const order = await createSubmittedOrder(client, "Часть до модуля");
  await new LoginPage(page).logIn("client", CLIENT, "/client/home");
  const parts = watchParts(page);
  const files: string[] = [];
  page.on("request", (request) => files.push(new URL(request.url()).pathname.replace(/.*\//, "")));
  const part = page.waitForRequest("**/split_order.wasm");
  await page.route("**/*_bg.wasm", async (route) => {
    await part;
    await route.continue();
  });
  await page.goto(`/client/orders/${order.id}`);
  await expect(page.getByTestId("chat")).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(parts).toEqual(["order"]);
  expect(files.filter((file) => file === "chunks.bin")).toHaveLength(1);
  expect(files.filter((file) => file.startsWith("chunk_")).length).toBeLessThan(25);
});

test("a part is loaded when a link that needs it gets the focus", async ({ page }) => {
  const parts = watchParts(page);
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await expect(page.getByTestId("order-row").first()).toBeVisible();
  expect(parts).toEqual([]);
  await page.getByRole("link", { name: "Отчёты" }).focus();
  await expect.poll(() => parts).toEqual(["money"]);
});

test("a part that can't be loaded is reported, and can be loaded again", async ({ page }) => {
  const part = "**/split_money.wasm";
  await page.route(part, (route) => route.abort());
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await page.getByRole("link", { name: "Отчёты" }).click();
  const failure = page.getByTestId("part-failed");
  await expect(failure).toBeVisible();
  await expect(failure).toHaveAttribute("role", "alert");
  await page.unroute(part);
  await failure.getByRole("button", { name: "Повторить" }).click();
  await expect(page.getByRole("heading", { name: "Отчёты", level: 1 })).toBeVisible();
  await expect(failure).toBeHidden();
});
