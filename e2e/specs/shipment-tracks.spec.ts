/** Tracks of many shipments: pasted lines and a sheet, with a preview, one confirmation, and the history of a shipment. */
import { AGENT_OWNER, Api } from "../harness/api.ts";
import { faultsOfLook } from "../harness/looks.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";
import { formingShipment, receivedItems } from "../pages/parcels.ts";

test("tracks of many shipments are pasted and replaced on request only", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const company = `СДЭК ${Date.now()}`;
  await owner.post("/agent/settings/transport-companies", { name: company });
  const shipments: { id: number; number: string }[] = [];
  for (const title of ["Трек раз", "Трек два", "Трек три"]) {
    shipments.push(await formingShipment(owner, await receivedItems(owner, client, title)));
  }
  const [first, second, third] = shipments as [(typeof shipments)[0], (typeof shipments)[0], (typeof shipments)[0]];
  await owner.patch(`/agent/shipments/${second.id}`, { track: "OLD-1" });

  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/shipments");
  await page.getByTestId("paste-tracks").click();
  const lines = [
    `${first.number}\t10234567890\t${company.toUpperCase()}`,
    `${second.number}\tRA644000001RU\tГолубиная почта`,
    "K1-S9999\tRA644000002RU",
    third.number,
  ];
  await page.getByTestId("tracks").fill(lines.join("\n"));
  await page.getByTestId("apply-tracks").click();
  const rows = page.getByTestId("track-line");
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(0)).toContainText("запишется");
  await expect(rows.nth(1)).toContainText("останется прежнее");
  await expect(rows.nth(1)).toContainText("сейчас: OLD-1");
  await expect(rows.nth(1)).toContainText("компании нет в настройках");
  await expect(rows.nth(2)).toContainText("такой посылки нет");
  await expect(rows.nth(3)).toContainText("трека ещё нет");
  await expect(page.getByTestId("apply-tracks")).toHaveText("Записать треки · 1");
  await page.getByTestId("replace-tracks").check();
  await expect(rows.nth(1)).toContainText("заменит прежнее");
  await expect(page.getByTestId("apply-tracks")).toHaveText("Записать треки · 2");
  expect(await faultsOfLook(page, { name: "shipment-tracks", fullPage: false })).toEqual([]);
  await page.getByTestId("apply-tracks").click();
  await expect(page.getByTestId("dialog")).toBeHidden();

  // A sheet has the same preview; what is stored does nothing.
  await page.getByTestId("paste-tracks").click();
  const sheet = ["Номер;Трек;Перевозчик", `${first.number};10234567890;${company}`, `${third.number};RA644000003RU;`];
  const file = { name: "tracks.csv", mimeType: "text/csv", buffer: Buffer.from(sheet.join("\n")) };
  await page.getByTestId("tracks-file").setInputFiles(file);
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText("уже есть");
  await page.getByTestId("apply-tracks").click();
  await expect(page.getByTestId("dialog")).toBeHidden();

  await page.goto(`/agent/shipments/${second.id}`);
  const changes = page.getByTestId("history").getByTestId("detail-change");
  await expect(changes.last()).toContainText("Трек");
  await expect(changes.last().locator("del")).toHaveText("OLD-1");
  await expect(changes.last()).toContainText("RA644000001RU");
  for (const [shipment, track] of [[first, "10234567890"], [third, "RA644000003RU"]] as const) {
    const card = await owner.send<{ track: string }>("GET", `/agent/shipments/${shipment.id}`);
    expect(card.track).toBe(track);
  }
});
