/** The screens of partner and client users in a browser. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, assertAccessibleInBothSchemes } from "../kit/accessible.ts";
import { NO_BROWSER } from "../kit/browser.ts";
import { PARTNER } from "../kit/console.ts";
import {
  importAndAssign,
  importOnPhone,
  scanOnPhone,
  searchEverything,
  seeSecretLoad,
} from "./partner-day.ts";
import { type BrowserSession, CLIENT, takeWalks, type Walk } from "./partner-pages.ts";

async function enterAndChange({ page, open, base }: BrowserSession): Promise<void> {
  await open("/", "Harbor Payments");
  await page.getByRole("link", { name: "Activated 27" }).waitFor();
  await page.getByRole("link", { name: "Partners and clients" }).click();
  await page.getByRole("button", { name: "Expand Harbor North" }).click();
  await page.getByRole("link", { name: "Lighthouse Cafe" }).waitFor();
  await page.getByRole("searchbox", { name: "Search" }).fill("pier");
  await page.getByRole("link", { name: "Pier Nine Market" }).click();
  await page.getByRole("heading", { level: 1, name: "Pier Nine Market" }).waitFor();

  await open("/management/clients/new", "Add client");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Wharf Deli");
  await page.getByRole("button", { name: "Add client" }).click();
  await page.getByText("This is required.").first().waitFor();
  await page.getByLabel("Location name").fill("Wharf Deli, main shop");
  await page.getByRole("textbox", { name: "Address", exact: true }).fill("3 Wharf Road");
  await page.getByLabel("City").fill("Baltimore");
  await page.getByLabel("First name").fill("Mia");
  await page.getByLabel("Last name").fill("Wharf");
  await page.getByLabel("User name").fill("quayside-admin");
  await page.getByRole("textbox", { name: "Email" }).fill("mia@wharf.test");
  await page.getByLabel("Phone").fill("4105550111");
  await page.getByRole("button", { name: "Add client" }).click();
  await page.getByText("This is already taken.").waitFor();
  await page.getByLabel("User name").fill("mia");
  await page.getByRole("button", { name: "Add client" }).click();
  await page.getByRole("heading", { level: 1, name: "Wharf Deli" }).waitFor();

  await page.getByRole("tab", { name: /^Users/ }).click();
  assert.ok(page.url().includes("tab=users"), page.url());
  await page.getByRole("button", { name: "Mia Wharf" }).click();
  await page.getByRole("button", { name: "Send password link" }).click();
  await page.getByText("Link sent to").waitFor();
  await assertAccessible(page, "a user's form");
  await page.keyboard.press("Escape");

  await open("/management/devices?register=yes", "Devices");
  await page.getByLabel("Serial number").last().fill("WD-1");
  await page.getByRole("combobox", { name: "Type" }).last().click();
  await page.getByRole("listbox").getByRole("option", { name: "generic" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Register device" }).click();
  await page.getByRole("heading", { level: 1, name: "WD-1" }).waitFor();
  await page.getByText("changed only through the management API").waitFor();
  assert.equal(await page.getByLabel("Status").count(), 0);

  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("textbox").fill("GEN0000003");
  await page.getByRole("dialog").getByText("Device at Quayside Stores").click();
  await page.getByRole("heading", { level: 1, name: "GEN0000003" }).waitFor();
  assert.ok(page.url().startsWith(`${base}/console/management/devices/`));
}

async function editTogether({ page, open, database }: BrowserSession): Promise<void> {
  const [row] = await database.owner.rows<{ id: string }>`
    select id from clients where name = 'Dockside Books'`;
  await open(`/management/clients/${row?.id}/edit`, "Edit Dockside Books");
  await page.getByLabel("Merchant ID").fill("mine");
  await database.owner.rows`
    update clients set mid = 'theirs', version = version + 1 where id = ${row?.id}`;
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Someone else changed this record").waitFor();
  await page.getByRole("button", { name: "Reload" }).click();
  await page.locator("[value=theirs]").waitFor();
  await page.getByLabel("Merchant ID").fill("mine");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { level: 1, name: "Dockside Books" }).waitFor();
  await page.getByText("mine").waitFor();
}

async function attest({ page, open }: BrowserSession): Promise<void> {
  await open("/", "Quayside Stores");
  const entries = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  assert.deepEqual(await entries.allInnerTexts(), [
    "Overview",
    "Search",
    "Locations and users",
    "Devices",
    "Due inspections",
    "Calendar",
    "Attestations",
  ]);
  await assertAccessible(page, "a client's home");
  await entries.filter({ hasText: "Locations and users" }).click();
  await page.getByRole("tab", { name: /^Locations/ }).waitFor();
  await open("/", "Quayside Stores");
  await page.getByRole("link", { name: "New attestation" }).click();
  await page.getByLabel("Inspection", { exact: true }).selectOption("0");
  await page.getByRole("button", { name: "Select all 6" }).click();
  await page.getByText("6 selected (maximum 500)").waitFor();
  await page.getByRole("checkbox", { name: "QS000006" }).uncheck();
  await assertAccessible(page, "an attestation");
  await page.getByLabel("Statement").fill("All seals whole.");
  await page.getByRole("button", { name: "Attest 5 devices" }).click();
  await page.getByRole("heading", { level: 1, name: /^Annual inspection/ }).waitFor();
  await page.getByText("All seals whole.").waitFor();
  assert.equal(await page.getByText("Attested").count(), 5);
  for (const path of ["/management/tree", "/management/parser-log", "/management/credentials"]) {
    await open(path, "Page not found");
  }
}

async function changeCredentials({ page, open }: BrowserSession): Promise<void> {
  await open("/management/credentials", "Parser credentials");
  await page.getByRole("button", { name: "Create new key" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Create new key" }).click();
  await page.getByText("Partner key: shown only once").waitFor();
  await page.getByRole("button", { name: "I saved it" }).click();
  assert.equal(await page.getByText("shown only once").count(), 0);
  await page.getByLabel("IP address 1").fill("300.1.1.1");
  await page.getByText("Enter an IP address").waitFor();
  await page.getByLabel("IP address 1").fill("192.0.2.0/24");
  await page.getByText("is not on the list. The parser").waitFor();
  await assertAccessible(page, "credentials");
  await page.getByRole("button", { name: "Save addresses" }).click();
  await page.getByRole("button", { name: "Save anyway" }).click();
  await page.getByText("IP addresses saved.").waitFor();
}

/** One screen of each kind, in both color schemes. */
const KINDS: Readonly<Record<string, string>> = {
  "/": "Harbor Payments",
  "/management/tree": "Partners and clients",
  "/management/partners/1": "Harbor Payments",
  "/management/partners/new": "Add sub-partner",
  "/management/devices": "Devices",
  "/management/devices/1": "GEN0000001",
  "/management/devices/import": "Import devices",
  "/management/devices/bulk": "Assign devices",
  "/management/search?q=quayside": "Search",
  "/management/inspections": "Due inspections",
  "/management/calendar": "Inspection calendar",
  "/management/attest?client=1&by=scan": "New attestation",
  "/management/attestations/1": "Spring inspection",
  "/management/parser-log": "Parser log",
};

/** More screens of these kinds. */
const SCREENS: Readonly<Record<string, string>> = {
  "/management/partners/1?tab=partners": "Harbor Payments",
  "/management/partners/1/edit": "Edit Harbor Payments",
  "/management/clients": "Clients",
  "/management/clients/1": "Quayside Stores",
  "/management/clients/1?tab=locations": "Quayside Stores",
  "/management/clients/1?tab=devices": "Quayside Stores",
  "/management/clients/1?tab=attestations": "Quayside Stores",
  "/management/clients/new": "Add client",
  "/management/attestations": "Attestations",
};

async function lookAtAll({ page, open }: BrowserSession): Promise<void> {
  for (const [path, heading] of Object.entries(KINDS)) {
    await open(path, heading);
    await assertAccessibleInBothSchemes(page, path);
  }
  for (const [path, heading] of Object.entries(SCREENS)) {
    await open(path, heading);
    await assertAccessible(page, path);
  }
}

const WALKS: readonly Walk[] = [
  ["a partner user finds, adds and edits clients, users and devices", PARTNER, enterAndChange],
  ["when two users edit the same client, the second one must reload it", PARTNER, editTogether],
  [
    "a key is shown once, and an allow list without the user's own address warns",
    PARTNER,
    changeCredentials,
  ],
  ["devices are imported from a file and assigned to a client", PARTNER, importAndAssign],
  ["search finds people and locations, too", PARTNER, searchEverything],
  ["import, assignment and search fit a phone and a desk", PARTNER, importOnPhone],
  ["the panel of the API secret shows that it loads", PARTNER, seeSecretLoad],
  ["no screen has a serious accessibility error", PARTNER, lookAtAll],
  ["a client user attests devices and sees no partner screens", CLIENT, attest],
  ["devices are scanned and attested on a phone", CLIENT, scanOnPhone],
];

test("partner and client users in the console", { skip: NO_BROWSER }, (t) => takeWalks(t, WALKS));
