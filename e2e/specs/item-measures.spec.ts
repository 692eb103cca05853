/** Weights and cells of items at the warehouse: pasted lines with a preview, and what is stored. */
import { AGENT_OWNER, Api } from "../harness/api.ts";
import { faultsOfLook } from "../harness/looks.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";
import { receivedItems } from "../pages/parcels.ts";

test("weights and cells are pasted and replaced on request only", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const track = (number: number) => `SF${Date.now()}${number}`;
  const tracks = [track(1), track(2)];
  const items: { order: number; item: number }[] = [];
  for (const [number, title] of ["Вес раз", "Вес два"].entries()) {
    const [item] = await receivedItems(owner, client, title);
    const found = await owner.send<{ data: { id: number; order_id: number }[] }>("GET", "/agent/items?status=at_warehouse&limit=1000");
    const order = found.data.find((row) => row.id === item)?.order_id ?? 0;
    await owner.patch(`/agent/orders/${order}/items/${item}`, { domestic_track: tracks[number] });
    items.push({ order, item: item ?? 0 });
  }
  const [first, second] = items as [(typeof items)[0], (typeof items)[0]];
  await owner.patch(`/agent/orders/${second.order}/items/${second.item}`, { weight_grams: 900 });

  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/cells");
  await page.getByTestId("paste-measures").click();
  await page.getByTestId("tracks").fill([`${tracks[0]} 1,25`, `${tracks[1]} 800 г`, "SF000 1 A-1", "SF001"].join("\n"));
  await page.getByTestId("apply-tracks").click();
  const rows = page.getByTestId("track-line");
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(0)).toContainText("1,25");
  await expect(rows.nth(0)).toContainText("запишется");
  await expect(rows.nth(1)).toContainText("останется прежнее");
  await expect(rows.nth(1)).toContainText("сейчас: 0,9");
  await expect(rows.nth(2)).toContainText("такого товара нет");
  await expect(rows.nth(3)).toContainText("нет ни веса, ни ячейки");
  await expect(page.getByTestId("apply-tracks")).toHaveText("Записать · 1");
  expect(await faultsOfLook(page, { name: "item-measures", fullPage: false })).toEqual([]);
  await page.getByTestId("replace-tracks").check();
  await expect(page.getByTestId("apply-tracks")).toHaveText("Записать · 2");
  await page.getByTestId("apply-tracks").click();
  await expect(page.getByTestId("dialog")).toBeHidden();
  for (const [place, grams] of [[first, 1250], [second, 800]] as const) {
    const card = await owner.send<{ items: { id: number; weight_grams: number }[] }>("GET", `/agent/orders/${place.order}`);
    expect(card.items.find((row) => row.id === place.item)?.weight_grams).toBe(grams);
  }
});
