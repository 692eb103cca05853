import { AGENT_OWNER, CLIENT } from "../harness/api.ts";
import { faultsOfLook } from "../harness/looks.ts";
import { expect, test } from "../harness/test.ts";
import { answerQuestion } from "../pages/shell.ts";
import { LoginPage } from "../pages/login.ts";

test("staff create a key, narrow it, roll it and revoke it", async ({ page, server, context }) => {
  test.slow();
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.url });
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await page.goto(`${server.url}/agent/settings?tab=api_keys`);
  // The key of the sandbox.
  await expect(page.getByTestId("key")).toContainText("Demo");

  await page.getByTestId("new-key").click();
  const dialog = page.getByTestId("dialog");
  await dialog.getByTestId("name").fill("1С");
  await dialog.getByTestId("right-orders").selectOption("read");
  await dialog.getByTestId("networks").fill("127.0.0.1\n10.0.0.0/33");
  await dialog.getByTestId("save-key").click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await dialog.getByTestId("networks").fill("127.0.0.1");
  await dialog.getByTestId("save-key").click();
  await expect(dialog).toHaveCount(0);

  const key = (await page.getByTestId("plaintext-key").textContent()) ?? "";
  expect(key).toMatch(/^krv_test_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}$/);
  await page.getByTestId("copy-plaintext-key").click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  const row = page.getByTestId("key").filter({ hasText: "1С" });
  await expect(row).toContainText("Заказы (чтение)");
  await expect(row).toContainText("127.0.0.1/32");
  await expect(row).toContainText("действует до");

  const call = (path: string, used = key) =>
    fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${used}`, accept: "application/json" } });
  expect((await call("/agent/orders")).status).toBe(200);
  expect(await (await call("/agent/clients")).json()).toMatchObject({ code: "permission_denied" });

  await row.getByTestId("change-key").click();
  await dialog.getByTestId("right-clients").selectOption("read");
  await dialog.getByTestId("save-key").click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText("Клиенты (чтение)");
  expect((await call("/agent/clients")).status).toBe(200);

  // The key is shown once: after a reload the list has its first and last characters, and its last use.
  await page.reload();
  await expect(page.getByTestId("plaintext-key")).toHaveCount(0);
  await expect(row).toContainText(`${key.slice(0, 21)}…${key.slice(-4)}`);
  await expect(row).toContainText("127.0.0.1");

  await row.getByTestId("open-roll").click();
  await dialog.getByTestId("overlap_hours").selectOption("0");
  await dialog.getByTestId("roll-key").click();
  await expect(dialog).toHaveCount(0);
  const rolled = (await page.getByTestId("plaintext-key").textContent()) ?? "";
  expect(rolled).not.toBe(key);
  expect(await (await call("/agent/orders")).json()).toMatchObject({ code: "credential_revoked" });
  expect((await call("/agent/orders", rolled)).status).toBe(200);

  await page.evaluate(() => window.scrollTo(0, 0));
  const faults = await faultsOfLook(page, { name: "keys", fullPage: true });
  await page.setViewportSize({ width: 1280, height: 900 });
  await row.getByTestId("change-key").last().click();
  faults.push(...(await faultsOfLook(page, { name: "key", fullPage: false })));
  expect(faults).toEqual([]);
  await page.keyboard.press("Escape");

  await row.getByTestId("revoke-key").click();
  await answerQuestion(page, "yes");
  await expect(row.getByTestId("revoke-key")).toHaveCount(0);
  await expect(page.getByTestId("key-end").filter({ hasText: "больше не действует" })).toHaveCount(2);
  expect((await call("/agent/orders", rolled)).status).toBe(401);
});

test("a member of a client creates a key with the rights of the client's side", async ({ page, server }) => {
  await new LoginPage(page).logIn("client", CLIENT);
  await page.goto(`${server.url}/client/settings`);
  await page.getByTestId("new-key").click();
  const dialog = page.getByTestId("dialog");
  await expect(dialog.getByTestId("right-clients")).toHaveCount(0);
  await dialog.getByTestId("name").fill("Магазин");
  await dialog.getByTestId("right-items").selectOption("write");
  await dialog.getByTestId("expires_in_days").selectOption("never");
  await dialog.getByTestId("save-key").click();
  const key = (await page.getByTestId("plaintext-key").textContent()) ?? "";
  await expect(page.getByTestId("key").filter({ hasText: "Магазин" })).toContainText("бессрочно");
  expect(await faultsOfLook(page, { name: "client-keys", fullPage: true })).toEqual([]);
  const me = await fetch(`${server.url}/client/me`, {
    headers: { authorization: `Bearer ${key}`, accept: "application/json" },
  });
  expect(me.status).toBe(200);
});
