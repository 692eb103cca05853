/** The map of the warehouse's cells: racks, filters, search, new cells, and the page of one. */
import { expectAccessible } from "../harness/accessible.ts";
import { AGENT_OWNER, Api } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";
import { answerQuestion } from "../pages/shell.ts";

const PHONE = { width: 390, height: 844 };
const WORKER = "+79990000004";

type Cells = { data: { id: number | null; name: string; items: number }[] };

test("cells are shown by rack, filtered by the address, and found by look-alike letters", async ({ page, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await owner.post("/agent/cells", { names: ["R-2", "R-10", "Полка"] });
  const { data } = await owner.send<Cells>("GET", "/agent/cells");
  const occupied = data.filter(({ items }) => items > 0);
  await page.setViewportSize(PHONE);
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/cells");
  const rack = page.getByTestId("rack").filter({ has: page.getByRole("heading", { name: /^R / }) });
  await expect(rack.getByTestId("cell")).toHaveText([/^R-2\s*0$/, /^R-10\s*0$/]);
  await expect(page.getByTestId("rack").last()).toContainText("Полка");
  await expectAccessible(page);

  await page.getByTestId("occupied").click();
  await expect(page).toHaveURL(/show=occupied/);
  await expect(page.getByTestId("cell")).toHaveCount(occupied.length);
  await page.reload();
  await expect(page.getByTestId("cell")).toHaveCount(occupied.length);
  await page.getByTestId("all").click();
  // The first letter is Cyrillic.
  await page.getByTestId("cell-search").fill("а-4");
  await expect(page.getByTestId("cell")).toHaveText([/^A-4/]);
  await page.getByTestId("cell-search").fill("нет такой");
  await expect(page.getByText("Таких ячеек нет")).toBeVisible();
});

test("cells are added in a dialog that keeps what was refused, and an empty one is deleted", async ({ page }) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/cells");
  await page.getByTestId("new-cells").click();
  const dialog = page.getByTestId("dialog");
  await dialog.getByTestId("cell-names").fill(`Z-1\n${"Z".repeat(200)}`);
  await dialog.getByTestId("add-cells").click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await expect(dialog.getByTestId("cell-names")).toHaveValue(/^Z-1\n/);
  await dialog.getByTestId("cell-names").fill("Z-1\nZ-2");
  await dialog.getByTestId("add-cells").click();
  await expect(dialog).toBeHidden();
  const added = page.getByTestId("cell").filter({ hasText: "Z-2" });
  await added.click();
  await expect(page.getByTestId("cell-name")).toHaveText("Ячейка Z-2");
  await page.getByRole("button", { name: "Удалить ячейку" }).click();
  await expect(page.getByTestId("confirmation-subject")).toHaveText("Z-2");
  await answerQuestion(page, "yes");
  await expect(page).toHaveURL(/\/agent\/cells$/);
  await expect(page.getByTestId("cell").filter({ hasText: "Z-1" })).toBeVisible();
  await expect(added).toHaveCount(0);
});

test("a full cell says how many items it does not show", async ({ page, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const { data } = await owner.send<Cells>("GET", "/agent/cells");
  const cell = data.find(({ id, items }) => id !== null && items > 0)!;
  // A thousand items are shown, more than a test can receive.
  await page.route(`**/agent/cells/${cell.id}`, async (route) => {
    if (route.request().resourceType() === "document") return route.continue();
    const response = await route.fetch();
    const card = await response.json();
    card.cell.items = card.contents.length + 7;
    return route.fulfill({ response, json: card });
  });
  await new LoginPage(page).logIn("agent", AGENT_OWNER, `/agent/cells/${cell.id}`);
  await expect(page.getByTestId("hidden-items")).toHaveText("Показаны не все товары, скрыто: 7");
  await page.unroute(`**/agent/cells/${cell.id}`);
  await page.reload();
  await expect(page.getByTestId("cell-name")).toBeVisible();
  await expect(page.getByTestId("hidden-items")).toHaveCount(0);
});

test("a worker of the warehouse sees the map", async ({ page }) => {
  await new LoginPage(page).logIn("agent", WORKER, "/agent/cells");
  await expect(page.getByTestId("cell").first()).toBeVisible();
});
