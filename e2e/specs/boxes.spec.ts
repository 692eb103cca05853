/** The boxes of a shipment: measured in the row, weighed at the scanner, and loaded by scan. */
import { AGENT_OWNER, Api, CLIENT } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";
import { formingShipment, receivedItems } from "../pages/parcels.ts";
import { cell, onTheWay, scan } from "../pages/scanner.ts";

interface Places {
  places: { id: number; code: string }[];
}

/** Adds boxes to a new shipment, and returns its id and number, and the ids and the codes of the boxes. */
async function boxed(owner: Api, client: Api, count: number) {
  const shipment = await formingShipment(owner, await receivedItems(owner, client, "Коробки"));
  const added = await owner.post<Places>(`/agent/shipments/${shipment.id}/places`, { count });
  return { ...shipment, places: added.places.map((place) => place.id), codes: added.places.map((place) => place.code) };
}

test("boxes are measured by keys alone, and the shipment follows them on both sides", async ({ page, browser, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const { id } = await formingShipment(owner, await receivedItems(owner, client, "Места", 2));
  await new LoginPage(page).logIn("agent", AGENT_OWNER, `/agent/shipments/${id}`);
  const rows = page.getByTestId("place-list").getByTestId("place");
  const form = page.getByTestId("place-list").locator("form");
  await expect(page.getByTestId("weight_grams")).toBeVisible();
  await form.getByTestId("place-count").fill("2");
  await form.getByTestId("place-length").fill("40");
  await form.getByTestId("place-width").fill("30");
  await form.getByTestId("place-height").fill("50");
  await page.getByTestId("add-places").click();
  await expect(rows).toHaveCount(2);
  // The size is not typed twice.
  await expect(page.getByTestId("weight_grams")).toHaveCount(0);

  await rows.first().getByTestId("place-weight").fill("12");
  await page.keyboard.press("Enter");
  await expect(rows.nth(1).getByTestId("place-weight")).toBeFocused();
  await page.keyboard.type("6,5");
  await page.keyboard.press("Enter");
  await expect(rows.first().getByTestId("place-density")).toHaveText("200 кг/м³");
  await expect(rows.nth(1).getByTestId("place-density")).toHaveText("108 кг/м³");
  await expect(page.getByTestId("place-totals")).toHaveText("18,5 кг · 0,12 м³ · 154 кг/м³");
  await expect(page.getByTestId("density")).toContainText("154 кг/м³");
  // Both weights are on their way at the same time.
  const changes = page.getByTestId("history").getByTestId("place-change");
  await expect(changes.filter({ hasText: /Место 2: не взвешено .* → 6,5 кг/ })).toBeVisible();

  await rows.nth(1).getByTestId("place-contents").click();
  await page.getByTestId("fill-place").click();
  await page.getByTestId("save-contents").click();
  await expect(rows.nth(1).getByTestId("place-contents")).toHaveText("Что внутри · 4");
  await page.reload();
  await expect(rows.nth(1).getByTestId("place-weight")).toHaveValue("6,5");
  const moved = page.waitForResponse((response) => response.url().endsWith("/moves") && response.ok());
  await page.getByTestId("pack").click();
  await moved;

  const guest = await browser.newContext({ baseURL: server.url, locale: "ru-RU" });
  const parcel = await guest.newPage();
  await new LoginPage(parcel).logIn("client", CLIENT, `/client/shipments/${id}`);
  const lines = parcel.getByTestId("place-list").getByTestId("place");
  await expect(lines).toHaveCount(2);
  await expect(lines.first()).toContainText("12 кг · 40 × 30 × 50 см · 200 кг/м³");
  await expect(lines.nth(1)).toContainText("加绒卫衣 × 2, 加绒卫衣 × 2");
  await guest.close();

  // A priced shipment shows its boxes as they are.
  await owner.post(`/agent/shipments/${id}/moves`, { step: "quote", cost: "10", rate: "12.5" });
  await expect(rows.first()).toContainText("12 кг");
  await expect(page.getByTestId("place-weight")).toHaveCount(0);
});

test("a box is weighed at the scanner, by hand or by a scale that types", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const { id, number, places, codes } = await boxed(owner, client, 2);
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/scan");
  await expect(page.getByTestId("scan-code")).toBeFocused();
  await scan(page, codes[0]!);
  const card = page.getByTestId("weigh");
  await expect(card).toContainText(`${number} · Место 1 / 2`);
  await expect(card.getByTestId("weight")).toBeFocused();
  await scan(page, "12,345");
  await expect(page.getByTestId("weighed")).toBeVisible();
  await expect(card.getByTestId("place-measures")).toHaveText("12,345 кг");
  // Without the focus in a field the next keys are the next code.
  await scan(page, codes[1]!);
  await expect(card).toContainText("Место 2 / 2");
  await expect(card.getByTestId("weight")).toBeFocused();
  // A code that is scanned instead of a weight is the next scan.
  await scan(page, codes[0]!);
  await expect(card).toContainText("Место 1 / 2");
  await scan(page, codes[1]!);
  await expect(card).toContainText("Место 2 / 2");
  await scan(page, "0.655 kg");
  await expect(card.getByTestId("place-measures")).toHaveText("0,655 кг");
  const shipment = await owner.send<{ weight_grams: number; places: number }>("GET", `/agent/shipments/${id}`);
  expect(shipment).toMatchObject({ weight_grams: 13_000, places: 2 });

  await page.goto(`/agent/labels?kind=place&ids=${places[0]}`);
  await expect(page.getByTestId("label")).toHaveCount(1);
});

test("a delivery is loaded by scan, on a phone: what is missing, and what is too much", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const [ours, other] = [await boxed(owner, client, 2), await boxed(owner, client, 1)];
  for (const { id } of [ours, other]) {
    const { places } = await owner.send<Places>("GET", `/agent/shipments/${id}/places`);
    for (const place of places) await owner.patch(`/agent/shipments/${id}/places/${place.id}`, { weight_grams: 1500 });
    await owner.post(`/agent/shipments/${id}/moves`, { step: "pack" });
  }
  const delivery = await owner.post<{ id: number; number: string }>("/agent/deliveries", {});
  const elsewhere = await owner.post<{ id: number }>("/agent/deliveries", {});
  await owner.post(`/agent/deliveries/${delivery.id}/shipments`, { shipments: [ours.id] });
  await owner.post(`/agent/deliveries/${elsewhere.id}/shipments`, { shipments: [other.id] });

  await page.setViewportSize({ width: 390, height: 844 });
  await new LoginPage(page).logIn("agent", AGENT_OWNER, `/agent/deliveries/${delivery.id}`);
  await expect(page.getByTestId("open-loading")).toHaveText("Погрузка · 0 / 2");
  await page.getByTestId("open-loading").click();
  const progress = page.getByTestId("load-progress");
  await expect(progress).toContainText("0 из 2");
  await expect(page.getByTestId("missing").getByTestId("load-unit")).toHaveCount(2);
  await scan(page, ours.codes[0]!);
  await expect(page.getByTestId("scan-message")).toHaveText("Погружено");
  await expect(progress).toContainText("1 из 2");
  await expect(page.getByTestId("missing")).toContainText("место 2");
  await scan(page, other.codes[0]!);
  await expect(page.getByTestId("scan-message")).toHaveText("Это место другой доставки");
  await expect(page.getByTestId("surplus")).toContainText(other.number);
  await page.getByTestId("take-out").click();
  await expect(page.getByTestId("surplus")).toHaveCount(0);
  await scan(page, ours.codes[1]!);
  await expect(progress).toContainText("Всё погружено");
  await expect(page.getByTestId("missing")).toHaveCount(0);
});

test("items with the same destination are suggested together, by cells, and packed by one click", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const draft = (title: string, city: string) => 
    client.post<{ id: number }>("/client/orders", { type: "standard", title, destination_country: "RU", destination_city: city });
  const goods = { title: "加绒卫衣", url: "https://detail.1688.com/offer/7.html", price: "10.00", quantity: 1 };
  const receive = async (city: string, cells: string[]) => {
    const { id } = await draft(`Вместе ${city}`, city);
    for (const cell of cells) {
      const url = `https://detail.1688.com/offer/${encodeURIComponent(cell)}.html`;
      await client.post(`/client/orders/${id}/items`, { ...goods, title: `Товар ${cell}`, url });
    }
    const order = await client.post<{ items: { id: number }[] }>(`/client/orders/${id}/submit`, {});
    await owner.post(`/agent/orders/${id}/quote`, { rate: "12.5" });
    await owner.post("/agent/clients/1/balance/adjustments", { amount: "5000", currency: "RUB", memo: "пополнение" });
    await client.pay(id, "RUB");
    for (const [index, cell] of cells.entries()) {
      const items = [order.items[index]!.id];
      await owner.post("/agent/items/moves", { step: "buy", items });
      await owner.post("/agent/items/moves", { step: "receive", items, cell });
    }
  };
  await receive("Вологда", ["Ф-10", "Ф-2"]);
  await receive("Вологда", ["Ф-1"]);
  await receive("Анадырь", ["Ф-3"]);
  // The list comes in pages, and further ones add to the suggestions.
  const pages = "**/agent/shipments/packable**";
  await page.route(pages, (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set("limit", "1");
    return route.continue({ url: url.href });
  });
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/shipments?tab=to_pack");
  const group = page.getByTestId("packable").filter({ hasText: "Вологда" });
  const [items, more] = [page.getByTestId("shipment-item"), page.getByTestId("more")];
  await expect(items).toHaveCount(1);
  while (await more.isVisible()) {
    const loaded = await items.count();
    await more.click();
    await expect(items).toHaveCount(loaded + 1);
  }
  await expect(group.getByTestId("shipment-item")).toHaveCount(3);
  for (const box of await group.getByRole("checkbox").all()) await expect(box).toBeChecked();
  await page.unroute(pages);
  await page.reload();
  await expect(group).toHaveCount(1);
  await expect(group.getByTestId("shipment-item")).toContainText(["Товар Ф-1", "Товар Ф-2", "Товар Ф-10"]);
  for (const box of await group.getByRole("checkbox").all()) await expect(box).toBeChecked();
  await expect(page.getByTestId("packable").filter({ hasText: "Анадырь" }).getByTestId("shipment-item")).toHaveCount(1);
  await group.getByRole("checkbox").first().uncheck();
  await group.getByTestId("create-shipment").click();
  await expect(page.getByTestId("shipment-number")).toBeVisible();
  const packed = page.getByTestId("shipment-item").filter({ has: page.getByTestId("remove-from-shipment") });
  await expect(packed).toHaveCount(2);
  // The shipment offers the rest, and nothing for another city.
  await page.getByTestId("add-fitting").click();
  await expect(packed).toHaveCount(3);
  await expect(page.getByTestId("add-fitting")).toHaveCount(0);
});

test("the card of a shipment loads further items that can be added", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const [first] = await receivedItems(owner, client, "Карточка", 3);
  const { id } = await formingShipment(owner, [first!]);
  await page.route("**/agent/shipments/packable**", (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set("limit", "1");
    return route.continue({ url: url.href });
  });
  await new LoginPage(page).logIn("agent", AGENT_OWNER, `/agent/shipments/${id}`);
  const addable = page.getByTestId("shipment-item").filter({ has: page.getByTestId("add-to-shipment") });
  const more = page.getByTestId("more");
  await expect(addable).toHaveCount(1);
  while (await more.isVisible()) {
    const loaded = await addable.count();
    await more.click();
    await expect(addable).toHaveCount(loaded + 1);
  }
  await expect(addable.nth(1)).toBeVisible();
  await addable.last().getByTestId("add-to-shipment").click();
  await expect(page.getByTestId("shipment-item").filter({ has: page.getByTestId("remove-from-shipment") })).toHaveCount(2);
});

test("a packing list and a manifest are printed and exported with places, items and sums", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const { id, number } = await formingShipment(owner, await receivedItems(owner, client, "Лист", 2));
  const items = (await owner.send<{ items: { item_id: number }[] }>("GET", `/agent/shipments/${id}`)).items;
  const measures = { count: 2, weight_grams: 12_000, length_mm: 400, width_mm: 300, height_mm: 500 };
  const { places } = await owner.post<Places>(`/agent/shipments/${id}/places`, measures);
  await owner.patch(`/agent/shipments/${id}/places/${places[0]!.id}`, { items: [{ item_id: items[0]!.item_id, quantity: 2 }] });
  await owner.post(`/agent/shipments/${id}/moves`, { step: "pack" });
  const delivery = await owner.post<{ id: number; number: string }>("/agent/deliveries", { carrier: "Восток Карго" });
  await owner.post(`/agent/deliveries/${delivery.id}/shipments`, { shipments: [id] });

  await new LoginPage(page).logIn("agent", AGENT_OWNER, `/agent/shipments/${id}`);
  await expect(page.getByTestId("packing-list")).toBeVisible();
  await page.goto(`/agent/packing-list/${id}`);
  await expect(page.getByTestId("paper-title")).toHaveText(`Упаковочный лист ${number}`);
  const rows = page.getByTestId("paper-shipment").locator("tbody tr");
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText("12 кг");
  await expect(rows.first()).toContainText("40 × 30 × 50");
  await expect(rows.nth(2)).toContainText("без места");
  await expect(page.getByTestId("paper-shipment").locator("tfoot")).toHaveText("224 кг0,12 м³200 кг/м³4");
  const file = page.waitForEvent("download");
  await page.getByTestId("download").click();
  expect((await file).suggestedFilename()).toBe("packing-list.xlsx");

  await page.goto(`/agent/deliveries/${delivery.id}`);
  const opened = page.waitForEvent("popup");
  await page.getByTestId("manifest").click();
  const manifest = await opened;
  await expect(manifest.getByTestId("paper-title")).toHaveText(`Манифест ${delivery.number}`);
  await expect(manifest.locator("main")).toContainText("Восток Карго");
  await expect(manifest.getByTestId("paper-shipment")).toContainText(number);
  await expect(manifest.getByTestId("paper-total")).toHaveText("Итого Посылки: 1 · Места: 2 · 24 кг · 0,12 м³ · 4 шт.");
});

test("a USB scale is chosen once, and fills the field with the weight that rests on it", async ({ page, client, server }) => {
  // Plays a scale: `weigh` sends a report. The browser keeps the choice.
  await page.addInitScript(() => {
    const device = Object.assign(new EventTarget(), { opened: false, open: async () => void (device.opened = true) });
    const isChosen = () => localStorage.getItem("played-scale") !== null;
    const hid = {
      getDevices: async () => (isChosen() ? [device] : []),
      requestDevice: async (options: { filters: { usagePage: number }[] }) => {
        if (options.filters[0]!.usagePage !== 0x8d) return [];
        localStorage.setItem("played-scale", "1");
        return [device];
      },
    };
    Object.defineProperty(navigator, "hid", { value: hid });
    const weigh = (bytes: number[]) => {
      const data = new DataView(Uint8Array.from(bytes).buffer);
      device.dispatchEvent(Object.assign(new Event("inputreport"), { data }));
    };
    Object.assign(globalThis, { weigh });
  });
  const weigh = (...bytes: number[]) =>
    page.evaluate((sent) => (globalThis as unknown as { weigh: (bytes: number[]) => void }).weigh(sent), bytes);
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const { codes } = await boxed(owner, client, 2);
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/scan");
  await expect(page.getByTestId("scan-code")).toBeFocused();
  await scan(page, codes[0]!);
  const card = page.getByTestId("weigh");
  await card.getByTestId("connect-scale").click();
  await expect(card.getByTestId("scale")).toHaveText("Весы подключены");
  await weigh(3, 3, 0xfd, 0x88, 0x13);
  await expect(card.getByTestId("weight"), "the weight still moves").toHaveValue("");
  await weigh(4, 3, 0xfd, 0x39, 0x30);
  await expect(card.getByTestId("weight")).toHaveValue("12,345");
  await weigh(4, 12, 0, 10, 0);
  await expect(card.getByTestId("weight"), "ten pounds").toHaveValue("4,536");
  await page.getByTestId("save-weight").click();
  await expect(card.getByTestId("place-measures")).toHaveText("4,536 кг");

  await page.reload();
  await expect(page.getByTestId("scan-code")).toBeFocused();
  await scan(page, codes[1]!);
  await expect(card.getByTestId("scale"), "the choice is kept").toBeVisible();
  await card.getByTestId("weight").fill("7");
  await weigh(4, 2, 0, 0xf4, 0x01);
  await expect(card.getByTestId("weight"), "a typed number stays").toHaveValue("7");
});

test("the weight of a received item is asked, if the person wants that", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const first = await onTheWay(owner, client, "Первый", "WE1000000001");
  const second = await onTheWay(owner, client, "Второй", "WE1000000002");
  const shelf = await cell(owner, "Ц-1");
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/scan?mode=receive");
  await page.getByTestId("ask-weight").check();
  await page.reload();
  await expect(page.getByTestId("ask-weight")).toBeChecked();
  await scan(page, shelf.code);
  await expect(page.getByTestId("scan-context")).toContainText("Ц-1");
  await scan(page, "WE1000000001");
  await expect(page.getByTestId("weight")).toBeFocused();
  await scan(page, "1,25");
  await expect(page.getByTestId("weighed")).toBeVisible();
  // The next package is scanned without a weight.
  await scan(page, "WE1000000002");
  await expect(page.getByTestId("scan-latest")).toContainText("Второй");
  await expect(page.getByTestId("weight")).toBeFocused();
  await scan(page, "WE1000000001");
  await expect(page.getByTestId("scan-message")).toHaveText("Уже здесь");
  await expect(page.getByTestId("weight")).toHaveCount(0);
  interface Weighed {
    items: { weight_grams: number | null }[];
  }
  const weight = async (id: number) => (await owner.send<Weighed>("GET", `/agent/orders/${id}`)).items[0]!.weight_grams;
  expect([await weight(first.id), (await weight(second.id)) ?? null]).toEqual([1250, null]);
});
