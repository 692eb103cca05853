/** New orders of clients without a manager: staff take them, up to a limit. */
import { AGENT_OWNER, Api } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";

test("new orders go to staff in turn, by the form of the settings", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await owner.post("/agent/clients/assignments", { clients: [1], staff_id: null });
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/settings?tab=main");
  const form = page.getByTestId("order-distribution");
  await form.getByRole("combobox", { name: "Кому назначать" }).selectOption({ label: "сотрудникам по очереди" });
  await expect(form.getByTestId("claim_limit")).toHaveCount(0);
  await form.getByRole("button", { name: "Сохранить" }).click();
  await expect(form.getByRole("button", { name: "Сохранено" })).toBeVisible();

  const assigned = [];
  for (const title of ["Первый по очереди", "Второй по очереди"]) {
    const draft = await client.draft(title);
    await client.addItem(draft.id, { title: "不锈钢保温杯", url: "https://detail.1688.com/offer/1.html", price: "12.50" });
    const { id } = await client.submit(draft.id);
    const card = await owner.send<{ assigned_staff_id: number | null }>("GET", `/agent/orders/${id}`);
    expect(card.assigned_staff_id).not.toBeNull();
    assigned.push(card.assigned_staff_id);
    await page.goto(`/agent/orders/${id}`);
    await page.getByTestId("tab-history").click();
    await expect(page.getByTestId("history")).toContainText("Ответственный назначен по очереди");
  }
  expect(new Set(assigned).size).toBe(2);
  await page.goto("/agent/settings?tab=main");
  await expect(form.getByRole("combobox", { name: "Кому назначать" }).locator("option:checked")).toHaveText("сотрудникам по очереди");
});

test("a person takes a free order from the table, and another one on its card", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await owner.post("/agent/clients/assignments", { clients: [1], staff_id: null });
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/settings?tab=main");
  const form = page.getByTestId("order-distribution");
  await form.getByRole("combobox", { name: "Кому назначать" }).selectOption({ label: "кто возьмёт сам" });
  await form.getByRole("textbox", { name: "Открытых заказов на человека" }).fill("500");
  await form.getByRole("button", { name: "Сохранить" }).click();
  await expect(form.getByRole("button", { name: "Сохранено" })).toBeVisible();

  const orders = [];
  for (const title of ["Свободный", "Тоже свободный"]) {
    const draft = await client.draft(title);
    await client.addItem(draft.id, { title: "不锈钢保温杯", url: "https://detail.1688.com/offer/1.html", price: "12.50" });
    orders.push(await client.submit(draft.id));
  }
  await page.goto("/agent/orders");
  const free = page.getByTestId("claimable-order");
  await expect(free.filter({ hasText: "Тоже свободный" })).toBeVisible();
  await page.getByRole("button", { name: `Взять заказ ${orders[0]!.number}` }).click();
  await expect(page.getByTestId("toast")).toContainText("Заказ теперь ваш");
  await expect(free.filter({ hasText: orders[0]!.number })).toHaveCount(0);

  await page.goto(`/agent/orders/${orders[1]!.id}`);
  await page.getByTestId("claim-order").click();
  await expect(page.getByTestId("claim-order")).toHaveCount(0);
  const card = await owner.send<{ assigned_staff_id: number | null }>("GET", `/agent/orders/${orders[1]!.id}`);
  expect(card.assigned_staff_id).not.toBeNull();
});
