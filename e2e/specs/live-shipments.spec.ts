/** While another person changes a shipment, what a person does on its pages stays, and only what has changed is built again. */
import type { Page } from "@playwright/test";
import { AGENT_OWNER, Api } from "../harness/api.ts";
import { watchRebuilt } from "../harness/rebuilt.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";
import { formingShipment, receivedItems } from "../pages/parcels.ts";

const top = (page: Page) => page.evaluate(() => window.scrollY);

test("a change of one shipment updates its row of the list, and the focus and the scroll position stay", async ({
  page,
  client,
  server,
}) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const items = await receivedItems(owner, client, "Много посылок", 3);
  const shipments = [];
  for (const item of items) shipments.push(await formingShipment(owner, [item]));
  const [changed, , focused] = shipments;
  await page.setViewportSize({ width: 1280, height: 400 });
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/shipments");
  const row = (number: string) => page.getByTestId("shipment-row").filter({ hasText: number });
  await row(focused!.number).getByRole("link").focus();
  await page.evaluate(() => window.scrollTo(0, 60));
  const before = await top(page);
  const rebuilt = await watchRebuilt(page, "main", "tr");
  await owner.patch(`/agent/shipments/${changed!.id}`, { city: "Магадан" });
  await expect(row(changed!.number)).toContainText("Магадан");
  const { replaced, rows } = await rebuilt();
  expect(replaced, "rows that were built again").toBe(0);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toContain(changed!.number);
  await expect(row(focused!.number).getByRole("link")).toBeFocused();
  expect(await top(page)).toBe(before);

  await test.step("a new shipment adds one row", async () => {
    const more = await formingShipment(owner, await receivedItems(owner, client, "Ещё одна"));
    await expect(row(more.number)).toBeVisible();
    expect(await rebuilt()).toMatchObject({ replaced: 1 });
    await expect(row(focused!.number).getByRole("link")).toBeFocused();
  });
});

test("what is typed, chosen and opened on the card of a shipment stays while another person changes it", async ({
  page,
  client,
  server,
}) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const [first, second, third] = await receivedItems(owner, client, "Вдвоём над посылкой", 3);
  const { id } = await formingShipment(owner, [first!, second!]);
  const path = `/agent/shipments/${id}`;
  await page.setViewportSize({ width: 1280, height: 500 });
  await new LoginPage(page).logIn("agent", AGENT_OWNER, path);
  const contents = page.getByTestId("shipment-item").filter({ has: page.getByTestId("remove-from-shipment") });
  await contents.first().getByTestId("choose-item").check();
  const comment = page.getByTestId("comment");
  await page.getByTestId("weight_grams").fill("4,2");
  await comment.fill("Осторожно, стекло");
  await comment.evaluate((field: HTMLInputElement) => field.setSelectionRange(9, 9));
  await comment.evaluate((field) => field.scrollIntoView({ block: "center" }));
  const before = await top(page);

  const rebuilt = await watchRebuilt(page, "main", "[data-testid=shipment-item]");
  await owner.patch(path, { places: 3, city: "Магадан" });
  await expect(page.getByTestId("places")).toHaveValue("3");
  await expect(page.getByTestId("city"), "an untouched field follows").toHaveValue("Магадан");
  await expect(page.getByTestId("summary")).toContainText("Магадан");
  expect((await rebuilt()).rows, "no row was built again").toEqual([]);
  await owner.post(`${path}/items`, { items: [third] });
  await expect(contents).toHaveCount(3);

  await expect(page.getByTestId("weight_grams")).toHaveValue("4,2");
  await expect(comment).toHaveValue("Осторожно, стекло");
  await expect(comment).toBeFocused();
  expect(await comment.evaluate((field: HTMLInputElement) => field.selectionStart), "the caret").toBe(9);
  expect(await top(page)).toBe(before);
  await expect(contents.first().getByTestId("choose-item")).toBeChecked();
  expect((await rebuilt()).rows, "one row was added, and one removed from the others").toHaveLength(1);

  await test.step("a dialog stays open, and its text", async () => {
    await page.getByTestId("correct-recipient").click();
    const name = page.getByTestId("recipient-form").getByTestId("recipient.name");
    await name.fill("Иванова Мария");
    await owner.patch(path, { places: 4 });
    await expect(page.getByTestId("places")).toHaveValue("4");
    await expect(name).toHaveValue("Иванова Мария");
    await expect(name).toBeFocused();
    await page.keyboard.press("Escape");
  });

  await test.step("the form is saved, without what the person has not touched", async () => {
    await page.getByTestId("save-form").click();
    const stored = () => owner.send<{ weight_grams: number; places: number; comment: string }>("GET", path);
    await expect.poll(async () => (await stored()).comment).toBe("Осторожно, стекло");
    expect(await stored()).toMatchObject({ weight_grams: 4200, places: 4, city: "Магадан" });
  });
});

test("a field that two people change is not overwritten before the second one knows", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const { id } = await formingShipment(owner, await receivedItems(owner, client, "Спор о городе"));
  const path = `/agent/shipments/${id}`;
  await new LoginPage(page).logIn("agent", AGENT_OWNER, path);
  const city = page.getByTestId("city");
  await city.fill("Хабаровск");
  await owner.patch(path, { city: "Магадан", places: 2 });
  await expect(page.getByTestId("places")).toHaveValue("2");
  await expect(city).toHaveValue("Хабаровск");
  await page.getByTestId("save-form").click();
  await expect(page.getByRole("alert")).toContainText("Пока вы редактировали, запись изменилась");
  await expect(city).toHaveValue("Хабаровск");
  expect(await owner.send("GET", path)).toMatchObject({ city: "Магадан" });
  await page.getByTestId("save-form").click();
  await expect.poll(async () => (await owner.send<{ city: string }>("GET", path)).city).toBe("Хабаровск");
  await expect(page.getByRole("alert")).toHaveCount(0);
});
