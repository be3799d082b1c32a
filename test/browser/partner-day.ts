/** A partner's day in the browser: import and assign devices, search, calendar, scan and attest. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { assertAccessible } from "../kit/accessible.ts";
import { assertFitBothWidths, assertFits, DESK, PHONE } from "./narrow-screens.ts";
import type { BrowserSession } from "./partner-pages.ts";

function csvFile(lines: readonly string[]) {
  const buffer = Buffer.from(["serialNumber,deviceType,client,name", ...lines].join("\n"));
  return { name: "devices.csv", mimeType: "text/csv", buffer };
}

export async function importAndAssign({ page, open }: BrowserSession): Promise<void> {
  await open("/management/devices/import", "Import devices");
  const template = page.getByRole("link", { name: "Download template" });
  assert.match((await template.getAttribute("href")) ?? "", /^data:text\/csv.*serialNumber/);
  const choose = async (lines: readonly string[]) => {
    await page.locator("input[type=file]").setInputFiles(csvFile(lines));
    await page.getByRole("button", { name: "Check file" }).click();
  };
  await choose(["DAY-1,generic,,", "DAY-2,toaster,,"]);
  await page.getByRole("heading", { name: "1 error" }).waitFor();
  await page.getByRole("cell", { name: "deviceType", exact: true }).waitFor();
  await assertAccessible(page, "errors of an import");
  await choose(["DAY-1,generic,,", "DAY-2,generic,,", "QS000001,generic,Quayside Stores,x"]);
  await page.getByText("serialNumber is already taken").waitFor();
  await choose(["DAY-1,generic,,", "DAY-2,generic,,"]);
  await page.getByRole("button", { name: "Import 2 devices" }).click();
  await page.getByText("2 devices registered.").waitFor();

  await open("/management/devices/bulk?serial=DAY", "Assign devices");
  await page.getByRole("button", { name: "Select all 2" }).click();
  await page.getByRole("combobox", { name: "Client" }).last().fill("Pier");
  await page.getByRole("option", { name: "Pier Nine Market" }).click();
  await page.getByRole("button", { name: "Assign 2 devices" }).click();
  await page.getByText("2 devices assigned.").waitFor();
  assert.equal(await page.getByRole("cell", { name: "Pier Nine Market" }).count(), 2);

  await page.getByRole("button", { name: "Select all 2" }).click();
  await page.getByText("Change status").click();
  await page.getByLabel("Show the request for").selectOption("injected");
  await page.getByText("for DEVICE in").waitFor();
  await assertAccessible(page, "the request that changes a status");
}

export async function searchEverything({ page, open }: BrowserSession): Promise<void> {
  await open("/management/search", "Search");
  await page.getByRole("searchbox", { name: "Search" }).fill("quayside");
  for (const title of ["Clients", "Locations", "People"]) {
    await page.getByRole("heading", { level: 2, name: title }).waitFor();
  }
  await page.getByRole("region", { name: "People" }).getByRole("link").first().click();
  await page.getByRole("tab", { name: /^Users/, selected: true }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("textbox").fill("quayside-admin");
  await page.getByRole("dialog").getByText("User · Quayside Stores").waitFor();
  await page.keyboard.press("Escape");
}

/** A panel shows where its content will be while it loads. */
export async function seeSecretLoad({ page, open }: BrowserSession): Promise<void> {
  const answered = Promise.withResolvers<void>();
  const path = "**/management/users/me/api-secret";
  await page.route(path, async (route) => {
    await answered.promise;
    await route.continue();
  });
  await open("/security", "Security");
  const panel = page.getByRole("region", { name: "API secret" });
  await panel.locator(".mantine-Skeleton-root").waitFor();
  answered.resolve();
  await panel.getByText("An API secret is active").waitFor();
  await page.unroute(path);
}

/** An import, an assignment and a search on a phone. */
export async function importOnPhone({ page, open }: BrowserSession): Promise<void> {
  await page.setViewportSize(PHONE);
  await open("/management/devices/import", "Import devices");
  await page.locator("input[type=file]").setInputFiles(csvFile(["PHN-1,toaster,,"]));
  await page.getByRole("button", { name: "Check file" }).click();
  await page.getByRole("heading", { name: "1 error" }).waitFor();
  await assertFits(page, "errors of an import on a phone");
  await assertAccessible(page, "errors of an import on a phone");
  await open("/management/devices/bulk?serial=QS00000", "Assign devices");
  await page.getByRole("button", { name: "Select this page" }).click();
  await page.getByRole("combobox", { name: "Client" }).last().fill("Dockside");
  await assertAboveNotifications(page, ".mantine-Select-dropdown:not([style*=none])");
  await page.getByRole("option", { name: "Dockside Books" }).click();
  const location = page.getByRole("combobox", { name: "Location" });
  assert.equal(await location.inputValue(), "Keep the current location");
  await assertFits(page, "an assignment on a phone");
  await assertAccessible(page, "an assignment on a phone");
  await assertFitBothWidths(page, {
    "/management/search?q=quayside": "Search",
    "/management/devices": "Devices",
    "/management/devices/import": "Import devices",
    "/management/devices/bulk": "Assign devices",
  });
}

/** A notification may be at the same place as an option for a few seconds. */
async function assertAboveNotifications(page: Page, list: string): Promise<void> {
  const readLevel = async (selector: string) => {
    await page.locator(selector).first().waitFor({ state: "attached" });
    const element = `document.querySelector(${JSON.stringify(selector)})`;
    return Number(await page.evaluate(`getComputedStyle(${element}).zIndex`));
  };
  const [below, above] = [await readLevel(".mantine-Notifications-root"), await readLevel(list)];
  assert.ok(below < above, `notifications ${below}, list ${above}`);
}

/** No device is due then, whatever today is: the devices of the walks are due within months. */
const FAR_DAY = "2099-12-31";

/** Stands in for the camera and for the browser's reader of bar codes. */
const FAKE_CAMERA = `
  navigator.mediaDevices.getUserMedia = async () => document.createElement("canvas").captureStream();
  HTMLMediaElement.prototype.play = async () => {};
  window.codes = ["QS000007", "QS000007", "", "QS000007"];
  window.BarcodeDetector = class {
    async detect() {
      const rawValue = window.codes.shift() ?? "";
      return rawValue === "" ? [] : [{ rawValue }];
    }
  };`;

export async function scanOnPhone({ page, open }: BrowserSession): Promise<void> {
  await page.setViewportSize(PHONE);
  await open("/management/calendar", "Inspection calendar");
  assert.equal(await page.locator(".sd-calendar > li[data-empty]").first().isVisible(), false);
  await assertAccessible(page, "the calendar on a phone");
  await open(`/management/inspections?on=${FAR_DAY}`, "Due inspections");
  await page.getByText("No inspections due on this day").waitFor();
  assert.equal(await page.getByRole("radio", { checked: true }).count(), 0, "a day is no period");
  await open("/management/calendar", "Inspection calendar");
  await page.evaluate(FAKE_CAMERA);
  await page.getByRole("link", { name: "Scan and attest" }).click();
  const field = page.getByRole("textbox", { name: "Serial number" });
  const type = async (serial: string) => {
    await field.fill(serial);
    await field.press("Enter");
  };
  await type("QS000002");
  await page.getByText("QS000002: added.").waitFor();
  await type("QS000002");
  await page.getByText("QS000002: already in the list.").waitFor();
  await type("QS00");
  await page.getByText("Not found at this client", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Scan with camera" }).click();
  await page.getByText("QS000007: already in the list.").waitFor();
  await page.getByRole("button", { name: "Stop camera" }).click();
  await page.getByRole("heading", { level: 2, name: "2 devices" }).waitFor();
  await assertAccessible(page, "scanned devices");
  await page.getByRole("button", { name: "Attest 2 devices" }).click();
  await page.getByRole("heading", { level: 1, name: /^Annual inspection/ }).waitFor();
  assert.equal(await page.getByText("Attested").count(), 2);
  await page.setViewportSize(DESK);
}
