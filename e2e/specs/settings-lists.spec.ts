/** The lists of the settings: deleting and restoring, sorting by pointer and keyboard, and the working hours of the week. */
import { expectAccessible } from "../harness/accessible.ts";
import { AGENT_OWNER, Api } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { AgentSettings } from "../pages/agent-settings.ts";
import { LoginPage } from "../pages/login.ts";
import { answerQuestion } from "../pages/shell.ts";

const PHONE = { width: 390, height: 844 };
const WORKER = "+79990000004";

type Entry = { id: number; values: { name: string } };

test("a delivery method is deleted after a question that names its tariffs, and comes back", async ({ page, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const method = await owner.post<Entry>("/agent/settings/delivery-methods", { name: "Поезд", requires: [] });
  await owner.post("/agent/settings/delivery-tariffs", {
    delivery_method_id: method.id,
    country: "KZ",
    currency: "USD",
    minimum: "0",
    brackets: [{ weight_from_grams: 0, density_from_kg_m3: 0, per: "kilogram", price: "3.00" }],
  });
  await page.setViewportSize(PHONE);
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  const settings = new AgentSettings(page);
  await settings.open("delivery_methods");
  const entry = settings.entries.filter({ hasText: "Поезд" });
  await entry.getByTestId("edit-entry").click();
  await page.getByTestId("delete-entry").click();
  const question = page.getByRole("dialog", { name: "Удалить?" });
  await expect(question).toContainText("Поезд");
  await expect(question).toContainText("Вместе с тарифами: Казахстан.");
  await question.getByTestId("confirmation-keep").click();
  await page.getByTestId("delete-entry").click();
  await answerQuestion(page, "yes");
  await expect(entry).toHaveCount(0);
  await expect(page.getByTestId("toast")).toContainText("Удалено: Поезд");
  await page.getByTestId("toast-undo").click();
  await expect(entry).toBeVisible();
  await expect(entry).not.toContainText("в архиве");
  await settings.open("delivery_tariffs");
  await expect(settings.entries.filter({ hasText: "Поезд → Казахстан" })).toBeVisible();
  await owner.send("DELETE", `/agent/settings/delivery-methods/${method.id}`);
});

test("entries are sorted by pointer and by arrow keys, each time with one request", async ({ page, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  for (const city of ["Казань", "Омск", "Уфа"]) {
    await owner.post("/agent/settings/pickup-points", { name: `Пункт ${city}`, country: "RU", city, address: "Мира, 1" });
  }
  const order = async (): Promise<string[]> => {
    const list = await owner.send<{ data: Entry[] }>("GET", "/agent/settings/pickup-points");
    return list.data.map((entry) => entry.values.name);
  };
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  const settings = new AgentSettings(page);
  await settings.open("pickup_points");
  const entry = (city: string) => settings.entries.filter({ hasText: `Пункт ${city}` });
  await expect(entry("Уфа")).toBeVisible();
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") requests.push(new URL(request.url()).pathname);
  });
  const before = await order();
  const handle = entry("Уфа").getByRole("button", { name: "Переместить: Пункт Уфа" });
  await handle.hover();
  await page.mouse.down();
  const target = (await entry("Казань").boundingBox())!;
  await page.mouse.move(target.x + target.width / 2, target.y + target.height / 2, { steps: 5 });
  await page.mouse.up();
  const moved = before.filter((name) => name !== "Пункт Уфа");
  moved.splice(before.indexOf("Пункт Казань"), 0, "Пункт Уфа");
  await expect.poll(order).toEqual(moved);
  await expect(settings.entries.locator("strong")).toHaveText(moved);
  expect(requests).toEqual(["/agent/settings/pickup-points"]);

  await handle.focus();
  await page.keyboard.press("ArrowDown");
  await expect(handle).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(handle).toBeFocused();
  await expect.poll(order).toEqual(before);
  await expect(page.getByText(`Теперь на месте ${before.length} / ${before.length}`)).toBeAttached();
  await page.reload();
  await expect(settings.entries.locator("strong")).toHaveText(before);
  await expectAccessible(page);
});

test("the hours of the whole week are one form that refuses overlaps", async ({ page, server }) => {
  await page.setViewportSize(PHONE);
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await new AgentSettings(page).open("working_hours");
  const saturday = page.getByRole("group", { name: "Суббота" });
  await expect(saturday).toContainText("Выходной");
  await saturday.getByRole("button", { name: "Добавить время: Суббота" }).click();
  await saturday.getByRole("button", { name: "Добавить время: Суббота" }).click();
  const opens = saturday.getByLabel("Открытие: Суббота");
  const closes = saturday.getByLabel("Закрытие: Суббота");
  await expect(opens.first()).toHaveValue("09:00");
  await closes.first().fill("13:00");
  await page.getByTestId("save-hours").click();
  await expect(saturday.getByRole("alert")).toBeVisible();
  await opens.nth(1).fill("12:00");
  await closes.nth(1).fill("00:00");
  await page.getByTestId("save-hours").click();
  await expect(saturday.getByRole("alert")).toHaveText("время пересекается с другим промежутком");
  // The bars of a phone cover a part of a button where they end.
  await page.setViewportSize({ ...PHONE, height: 2400 });
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await opens.nth(1).fill("14:00");
  await page.getByTestId("save-hours").click();
  await expect(page.getByTestId("save-hours")).toHaveText("Сохранено");
  await expect(saturday.getByRole("alert")).toHaveCount(0);
  await page.reload();
  await expect(opens.nth(1)).toHaveValue("14:00");
  await expect(closes.nth(1)).toHaveValue("00:00");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const stored = await owner.send<{ value: { hours: unknown[] } }>("GET", "/agent/settings/working-hours");
  expect(stored.value.hours).toContainEqual({ weekday: 6, opens: "14:00", closes: "24:00" });
  await saturday.getByTestId("remove-hours").first().click();
  await saturday.getByTestId("remove-hours").first().click();
  await page.getByTestId("save-hours").click();
  await expect(page.getByTestId("save-hours")).toHaveText("Сохранено");
  await expect(saturday).toContainText("Выходной");
});

test("the settings open on the first tab that the person may see", async ({ page }) => {
  await new LoginPage(page).logIn("agent", WORKER, "/agent/settings");
  for (const query of ["", "?tab=rate", "?tab=staff", "?tab=nonsense"]) {
    await page.goto(`/agent/settings${query}`);
    await expect(page.getByTestId("tab-notifications"), query).toHaveClass(/active/);
    await expect(page.getByTestId("tab-main")).toHaveCount(0);
    await page.waitForLoadState("networkidle");
    await expect(page.locator(".settings-tab").getByRole("alert"), query).toHaveCount(0);
  }
});
