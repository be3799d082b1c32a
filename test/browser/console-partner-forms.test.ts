/** The partner forms in a browser. What they save is visible through the management API. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { NO_BROWSER } from "../kit/browser.ts";
import { ConsoleClient, PARTNER } from "../kit/console.ts";
import { signedCall, untilAnswered } from "../kit/management-users.ts";
import { type BrowserSession, CLIENT, takeWalks, type Walk } from "./partner-pages.ts";

async function fillIn(form: Page | Locator, fields: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(fields)) {
    await form.getByRole("textbox", { name, exact: true }).fill(value);
  }
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole("dialog").getByRole("combobox", { name: label }).click();
  await page.getByRole("listbox").getByRole("option", { name: option, exact: true }).click();
}

async function press(where: Page | Locator, name: string): Promise<void> {
  await where.getByRole("button", { name, exact: true }).click();
}

/** Fills in and submits the form in the dialog. */
async function send(page: Page, fields: Readonly<Record<string, string>>, label: string) {
  const dialog = page.getByRole("dialog");
  await fillIn(dialog, fields);
  await press(dialog, label);
  await dialog.waitFor({ state: "hidden" });
}

async function idOf({ database }: BrowserSession, name: string): Promise<string> {
  const [row] = await database.owner.rows<{ id: string }>`
    select id from partners where name = ${name}
    union all select id from clients where name = ${name}`;
  return row?.id ?? "";
}

async function enterSubPartner({ page, open, harbor, ids }: BrowserSession): Promise<void> {
  await open("/management/tree", "Partners and clients");
  await page.getByRole("link", { name: "Add sub-partner" }).click();
  await page.locator("[value='Harbor Payments']").waitFor();
  await fillIn(page, { Name: "Harbor South", Reference: "harbor-south" });
  await fillIn(page, { "Location name": "South pier", Address: "8 Pier Road" });
  await fillIn(page, { City: "Norfolk", "First name": "Sol", "Last name": "Pier" });
  await fillIn(page, { "User name": "harbor", Email: "sol@south.test", Phone: "7575550108" });
  await press(page, "Add sub-partner");
  await page.getByText("This is already taken.").waitFor();
  await fillIn(page, { "User name": "sol" });
  await press(page, "Add sub-partner");
  await page.getByRole("heading", { level: 1, name: "Harbor South" }).waitFor();
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const entered = await harbor.get(`/partners/${id}`);
  assert.deepEqual(
    [entered.reference, entered.partnerId, entered.parent.id, entered.location.name],
    ["harbor-south", "harbor-south", ids["harbor"], "South pier"],
  );

  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Edit Harbor South" }).waitFor();
  await fillIn(page, { Name: "Harbor Southeast", "Billing number": "B-88" });
  await page.getByRole("checkbox", { name: "Clients may order equipment" }).check();
  await press(page, "Save");
  await page.getByRole("heading", { level: 1, name: "Harbor Southeast" }).waitFor();
  await page.getByText("B-88").waitFor();
  const { name, billingId, clientCanOrderEquipment, reference } = await harbor.get(
    `/partners/${id}`,
  );
  assert.deepEqual(
    [name, billingId, clientCanOrderEquipment, reference],
    ["Harbor Southeast", "B-88", true, "harbor-south"],
  );
}

async function addPlaceAndPerson(session: BrowserSession): Promise<void> {
  const { page, open, harbor } = session;
  const [north, cafe] = [
    await idOf(session, "Harbor North"),
    await idOf(session, "Lighthouse Cafe"),
  ];
  await open(`/management/partners/${north}?tab=locations`, "Harbor North");
  const place = page.getByRole("button", { name: /^Place/ });
  await place.waitFor();
  // A new location requires a client (A). A partner's own location can only be edited.
  assert.equal(await page.getByRole("button", { name: "Add location" }).count(), 0);
  await place.click();
  await send(page, { Address: "2 North Quay", Notes: "Ring twice." }, "Save");
  await page.getByText("2 North Quay, Baltimore, US").waitFor();

  await open(`/management/clients/${cafe}?tab=locations`, "Lighthouse Cafe");
  await press(page, "Add location");
  await choose(page, "Type", "Merchant retail location");
  const terrace = { "Location name": "Terrace", Address: "4 Sea Walk", City: "Dover" };
  await send(page, terrace, "Add location");
  await page.getByRole("tab", { name: "Locations (2)" }).waitFor();
  await press(page, "Terrace");
  await send(page, { "Location name": "Sea terrace", "Postal code": "19901" }, "Save");
  await page.getByRole("button", { name: "Sea terrace" }).waitFor();
  const { data } = await harbor.get("/locations?take=100");
  const made = data.find((location: { name: string }) => location.name === "Sea terrace");
  assert.deepEqual(
    [made?.client.id, made?.address1, made?.city, made?.postalCode],
    [cafe, "4 Sea Walk", "Dover", "19901"],
  );
  const own = data.filter((location: { address1: string }) => location.address1 === "2 North Quay");
  assert.deepEqual(
    own.map((location: { notes: string }) => location.notes),
    ["Ring twice."],
  );

  await open(`/management/partners/${north}?tab=users`, "Harbor North");
  await press(page, "Add user");
  await choose(page, "Role", "Partner User");
  const nora = { "First name": "Nora", "Last name": "Buoy", "User name": "nora" };
  const reached = { Email: "nora@north.test", Phone: "4105550123" };
  await send(page, { ...nora, ...reached }, "Add user");
  // The management API has shown what the other forms saved. This is shown after a new load.
  await page.reload();
  const row = page.getByRole("row", { name: /Nora Buoy/ });
  await row.getByText("nora@north.test").waitFor();
  await row.getByText("Partner User").waitFor();
}

async function flip(page: Page, label: string, badge: string): Promise<void> {
  await press(page, label);
  await press(page.getByRole("dialog"), label);
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.getByRole("main").getByText(badge, { exact: true }).first().waitFor();
}

async function switchOffAndOn({ page, open, ids, retail, server }: BrowserSession): Promise<void> {
  const calls = async () => (await retail.call("GET", "/clients")).status;
  await open(`/management/partners/${ids["harbor-retail"]}`, "Harbor Retail");
  assert.equal(await calls(), 200);
  await flip(page, "Disable", "Disabled");
  await untilAnswered(401, calls);
  await flip(page, "Enable", "Active");
  await untilAnswered(200, calls);

  const signsIn = async () => (await new ConsoleClient(server).signIn(CLIENT)).status;
  await open("/management/clients/1", "Quayside Stores");
  assert.equal(await signsIn(), 200);
  await flip(page, "Disable", "Disabled");
  await untilAnswered(401, signsIn);
  await flip(page, "Enable", "Active");
  await untilAnswered(200, signsIn);
}

async function confirm(page: Page, label: string): Promise<void> {
  await press(page.getByRole("main"), label);
  const dialog = page.getByRole("dialog", { name: /API secret/ });
  await press(dialog, label);
  await dialog.waitFor({ state: "hidden" });
}

async function rotateSecrets(session: BrowserSession): Promise<void> {
  const { page, open, ids } = session;
  const statusWith = (secret: string) =>
    signedCall(session, { name: "harbor", secret, path: "/clients" });
  await open("/security", "Security");
  await confirm(page, "Create secret");
  await page.getByText("API secret: shown only once").waitFor();
  const secret = (await page.locator(".sd-secret").textContent()) ?? "";
  await untilAnswered(200, () => statusWith(secret));
  assert.equal(await statusWith(PARTNER.password), 200);
  await page.getByText("The previous secret expires").waitFor();
  await confirm(page, "Expire previous secrets");
  await page.getByText("The previous secret expires").waitFor({ state: "hidden" });
  await untilAnswered(401, () => statusWith(PARTNER.password));
  assert.equal(await statusWith(secret), 200);

  await open(`/management/partners/${ids["harbor-retail"]}?tab=users`, "Harbor Retail");
  await press(page.getByRole("row", { name: /harbor-retail/ }), "Harbor Partner");
  await press(page.getByRole("dialog"), "Create secret");
  await press(page.getByRole("dialog", { name: "Create a new API secret?" }), "Create secret");
  await page.getByText("API secret: shown only once").waitFor();
}

/** Longer than data stays fresh, and longer than the pause between two attempts. */
const LATER_MS = 6_000;
const TRIES = 3;

async function losesServer({ page, open, trouble }: BrowserSession): Promise<void> {
  await page.clock.install();
  await page.reload();
  await open("/management/clients/1/edit", "Edit Quayside Stores");
  await fillIn(page, { Name: "Quayside Stores and Sons" });
  let refused = 0;
  await page.route("**/console/api/**", async (route) => {
    await route.abort("connectionrefused");
    if (route.request().url().endsWith("/clients/1")) refused++;
  });
  await page.clock.fastForward(LATER_MS);
  await page.evaluate('dispatchEvent(new Event("visibilitychange"))');
  while (refused < TRIES) await page.clock.runFor(LATER_MS);
  await page.clock.runFor(LATER_MS);
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  assert.equal(
    await name.inputValue(),
    "Quayside Stores and Sons",
    "what was typed is still there",
  );
  for (const [path, heading] of [
    ["/management/devices/1", "Device"],
    ["/management/attestations/1", "Attestation"],
    ["/management/credentials", "Parser credentials"],
  ] as const) {
    await page.evaluate(`history.pushState({}, "", "/console${path}")`);
    await page.evaluate('dispatchEvent(new PopStateEvent("popstate"))');
    const told = page.getByRole("heading", { level: 1, name: heading });
    while (!(await told.isVisible())) await page.clock.runFor(LATER_MS);
    await page.getByRole("alert").filter({ hasText: "No connection" }).waitFor();
  }
  await page.unrouteAll();
  await press(page, "Try again");
  await page.getByText("Parser name").waitFor();
  assert.ok(trouble.splice(0).every((line) => line.includes("ERR_CONNECTION_REFUSED")));
}

const WALKS: readonly Walk[] = [
  ["a sub-partner is added and edited", PARTNER, enterSubPartner],
  ["a location is added to a client, and a user to a sub-partner", PARTNER, addPlaceAndPerson],
  ["users rotate their own API secret, and a System Admin those of others", PARTNER, rotateSecrets],
  ["disabled users cannot sign in until they are enabled again", PARTNER, switchOffAndOn],
  [
    "while the server is unreachable, typed values stay and every screen keeps its title",
    PARTNER,
    losesServer,
  ],
];

test("partner forms in the console", { skip: NO_BROWSER }, (t) => takeWalks(t, WALKS));
