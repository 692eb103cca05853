/** Cargo deliveries and the last mile: details, the search of shipments to load, and what is entered after the departure. */
import { AGENT_OWNER, Api, CLIENT } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";
import { formingShipment, packedShipment, receivedItems } from "../pages/parcels.ts";

test("a delivery has its details and takes shipments that are searched on the server", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const shipment = await packedShipment(owner, client);
  await packedShipment(owner, client);
  const delivery = await owner.post<{ id: number; number: string }>("/agent/deliveries", {});
  await new LoginPage(page).logIn("agent", AGENT_OWNER, `/agent/deliveries/${delivery.id}`);
  await page.getByLabel("Перевозчик").fill("Восток Карго");
  await page.getByLabel("Маршрут").fill("Гуанчжоу — Москва");
  await page.getByLabel("Ожидается").fill("2026-12-20");
  await page.getByLabel(/^Стоимость перевозки/).fill("680,5");
  await page.getByTestId("save-details").click();
  await expect(page.getByLabel(/^Стоимость перевозки/)).toHaveValue("680,50");

  await page.getByLabel("Перевозчик").fill("Север Карго");
  await page.getByTestId("save-details").click();
  const changes = page.getByTestId("history").getByRole("listitem").filter({ hasText: "Север Карго" });
  await expect(changes).toContainText("Данные изменены");
  await expect(changes.getByTestId("detail-change")).toHaveText("Перевозчик: Восток Карго → Север Карго");

  const offered = page.getByTestId("loadable").getByTestId("shipment-row");
  await page.getByTestId("search-loadable").fill(shipment.number);
  await expect(offered).toHaveCount(1);
  await page.getByTestId("load").click();
  await expect(page.getByTestId("loaded")).toContainText(shipment.number);
  await expect(page.getByRole("button", { name: "Отменить доставку" })).toBeVisible();

  await page.goto("/agent/deliveries");
  const row = page.getByTestId("delivery-row").filter({ hasText: delivery.number });
  for (const text of ["Север Карго", "Гуанчжоу — Москва", "0,9", "K101"]) await expect(row).toContainText(text);

  const rows = page.getByTestId("delivery-row");
  for (const text of ["север", shipment.number, delivery.number]) {
    await page.getByTestId("search").fill(text);
    await expect(page).toHaveURL((url) => url.searchParams.get("search") === text);
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(delivery.number);
  }
  await page.reload();
  await expect(page.getByTestId("search")).toHaveValue(delivery.number);
  await expect(rows).toHaveCount(1);
  await page.getByTestId("search").fill("нет такой");
  await expect(page.getByTestId("empty")).toHaveText("Ничего не найдено");
});

test("the sides of a place fill the volume, and are on the card, on the label and in the client's shipment", async ({ page, browser, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const { id } = await formingShipment(owner, await receivedItems(owner, client, "Стороны"));

  await new LoginPage(page).logIn("agent", AGENT_OWNER, `/agent/shipments/${id}`);
  await page.getByTestId("places").fill("2");
  await page.getByTestId("length_cm").fill("40");
  await page.getByTestId("width_cm").fill("30");
  await expect(page.getByTestId("volume_cm3")).toHaveValue("");
  await page.getByTestId("height_cm").fill("25,5");
  await expect(page.getByTestId("volume_cm3")).toHaveValue("61200");
  await page.getByTestId("weight_grams").fill("0,9");
  await page.getByTestId("save-form").click();
  await expect(page.getByTestId("sides")).toContainText("40 × 30 × 25,5");
  await page.reload();
  await expect(page.getByTestId("height_cm")).toHaveValue("25,5");
  await expect(page.getByTestId("volume_cm3")).toHaveValue("61200");
  // A volume that was typed stays until a side changes.
  await page.getByTestId("volume_cm3").fill("70000");
  await page.getByTestId("save-form").click();
  await expect(page.getByTestId("summary")).toContainText(/70\s000/);
  await page.reload();
  await expect(page.getByTestId("volume_cm3")).toHaveValue("70000");
  const packed = page.waitForResponse((response) => response.url().endsWith("/moves") && response.ok());
  await page.getByTestId("pack").click();
  await packed;
  await page.goto(`/agent/labels?kind=shipment&ids=${id}`);
  await expect(page.getByTestId("label-sides").first()).toHaveText("40 × 30 × 25,5 см");

  const guest = await browser.newContext({ baseURL: server.url, locale: "ru-RU" });
  const parcel = await guest.newPage();
  await new LoginPage(parcel).logIn("client", CLIENT, `/client/shipments/${id}`);
  await expect(parcel.getByTestId("sides")).toContainText("40 × 30 × 25,5");
  await guest.close();
});

test("track and carrier are entered after the price was set", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const shipment = await packedShipment(owner, client);
  await new LoginPage(page).logIn("agent", AGENT_OWNER, `/agent/shipments/${shipment.id}`);
  await page.getByLabel("Трек").fill("RA 1234 5678 CN");
  const saved = page.waitForResponse((response) => response.request().method() === "PATCH" && response.ok());
  await page.getByTestId("save-last-mile").click();
  await saved;
  await page.goto("/agent/shipments");
  await page.getByTestId("search").fill("ra12345678");
  const rows = page.getByTestId("shipment-row");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(shipment.number);
});
