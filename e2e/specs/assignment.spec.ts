/** Assignment of orders and clients to staff, and the sorts and filters of the order table. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "../harness/accessible.ts";
import { AGENT_OWNER, type Api, type Order } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";

const MANAGER = "Дмитрий Орлов";
const WORKER = "李伟 (склад)";

const rows = (page: Page) => page.getByTestId("order-row");
const row = (page: Page, text: string) => rows(page).filter({ hasText: text });
const chips = (page: Page) => page.getByTestId("active-filter");

/** Creates an order with one item and submits it. */
async function submitted(client: Api, title: string, quantity = 1): Promise<Order> {
  const order = await client.draft(title);
  const item = { title: "搪瓷杯", url: "https://detail.1688.com/offer/5.html", price: "15.20", quantity };
  await client.addItem(order.id, item);
  return client.submit(order.id);
}

test("a submitted order goes to the client's manager, and its card assigns it to another person", async ({ page, client }) => {
  const order = await submitted(client, "Кому достанется");
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await page.goto(`/agent/orders/${order.id}`);
  const assignee = page.getByLabel("Ответственный");
  await expect(assignee.locator("option:checked")).toHaveText(MANAGER);
  await assignee.selectOption({ label: WORKER });
  await page.getByTestId("tab-history").click();
  await expect(page.getByTestId("history")).toContainText(`${MANAGER} → ${WORKER}`);
  await page.reload();
  await expect(assignee.locator("option:checked")).toHaveText(WORKER);
  await expectAccessible(page);
});

test("selected orders are assigned together and found by their assignee", async ({ page, client }) => {
  await submitted(client, "Вместе первый");
  await submitted(client, "Вместе второй");
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await page.goto("/agent/orders?search=Вместе");
  await expect(rows(page)).toHaveCount(2);
  await page.getByTestId("select-all").check();
  await page.getByLabel("Назначить ответственного").selectOption({ label: WORKER });
  await expect(page.getByTestId("toast")).toContainText("Ответственный изменён у 2 заказов");
  await expect(row(page, "Вместе первый")).toContainText(WORKER);
  await expect(page.getByTestId("selected-count")).toHaveCount(0);

  await page.getByTestId("show-filters").click();
  await page.getByTestId("filter-assignee").selectOption({ label: WORKER });
  await expect(page).toHaveURL(/assigned_staff_id=\d+/);
  await expect(rows(page)).toHaveCount(2);
  await page.getByTestId("filter-assignee").selectOption("unassigned");
  await expect(page).toHaveURL(/unassigned=true/);
  await expect(page.getByTestId("empty")).toBeVisible();
});

test("each active filter is a chip, removed one by one or all at once", async ({ page }) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await page.goto("/agent/orders?section=to_price&status=submitted&unread=true&mine=true");
  await expect(chips(page)).toHaveCount(3);
  await page.getByTestId("show-filters").click();
  await expect(page.getByTestId("filter-status")).toHaveValue("submitted");
  await page.keyboard.press("Escape");
  await chips(page).filter({ hasText: "Статус" }).getByRole("link").click();
  await expect(page).not.toHaveURL(/status=/);
  await expect(page.getByTestId("filter-status")).toHaveValue("");
  await expect(chips(page)).toHaveCount(2);
  await page.getByTestId("clear-filters").click();
  await expect(chips(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/agent\/orders\?section=to_price$/);
});

test("a head sorts the table, the other way at the second click, and the address has the sort", async ({ page, client }) => {
  await submitted(client, "Самый дорогой", 9000);
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  const head = page.getByTestId("sort-total");
  await head.click();
  await expect(page).toHaveURL(/sort=total&descending=true/);
  await expect(rows(page).first()).toContainText("Самый дорогой");
  await expect(page.getByRole("columnheader", { name: "Итого" })).toHaveAttribute("aria-sort", "descending");
  await page.reload();
  await expect(rows(page).first()).toContainText("Самый дорогой");
  await head.click();
  await expect(page).toHaveURL(/sort=total$/);
  await expect(row(page, "Самый дорогой")).toHaveCount(0);
  await expectAccessible(page);
});

test("a client's manager is changed on the card, and new orders follow", async ({ page, client }) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await page.goto("/agent/clients?search=K101");
  await page.getByTestId("client-row").first().getByRole("link").click();
  await page.getByLabel("Менеджер").selectOption({ label: WORKER });
  await page.getByTestId("save-client").click();
  await expect(page.getByText("Изменения сохранены")).toBeVisible();
  await page.goto("/agent/clients?search=K101");
  await expect(page.getByTestId("client-row").first()).toContainText(WORKER);
  await submitted(client, "После смены менеджера");
  await page.goto("/agent/orders?search=После смены менеджера");
  await expect(row(page, "После смены менеджера")).toContainText(WORKER);
});

test("a group that sees only assigned records warns about members without any", async ({ page }) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await page.goto("/agent/access-groups");
  await page.getByTestId("group-head").filter({ hasText: "Менеджеры" }).click();
  await expect(page.getByTestId("chosen-group")).toContainText(MANAGER);
  await expect(page.getByTestId("nothing-assigned")).toHaveCount(0);
  await page.getByTestId("group-head").filter({ hasText: "Склад" }).click();
  await page.getByLabel("Склад: Заказы").selectOption({ label: "меняет свои" });
  await expect(page.getByTestId("nothing-assigned")).toContainText(WORKER);
});

test("a person who is removed hands the work over to the person that is chosen", async ({ page, client }) => {
  const order = await submitted(client, "Останется команде");
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await page.goto("/agent/staff");
  const person = page.getByTestId("person-row").filter({ hasText: MANAGER });
  await person.getByTestId("person-actions").click();
  await person.getByTestId("remove").click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByTestId("open-work")).toContainText("заказ");
  await expect(dialog.getByTestId("confirm-departure")).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByTestId("successor_id").selectOption({ label: WORKER });
  await dialog.getByTestId("confirm-departure").click();
  await expect(dialog).toHaveCount(0);
  await expect(person).toHaveCount(0);
  await page.goto(`/agent/orders/${order.id}`);
  await expect(page.getByLabel("Ответственный").locator("option:checked")).toHaveText(WORKER);
  await page.getByTestId("tab-history").click();
  await expect(page.getByTestId("history")).toContainText(`${MANAGER} → ${WORKER}`);
});
