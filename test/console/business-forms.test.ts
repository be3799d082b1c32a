/** Payment forms in the console API: create, edit, disable and replace the secret. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { NumberedPage } from "../../src/interfaces/console/contract.ts";
import type {
  FormChoices,
  FormSaved,
  FormView,
} from "../../src/interfaces/console/forms/contract.ts";
import { openTestApp } from "../kit/app.ts";
import { ConsoleClient, OWNER } from "../kit/console.ts";

const CLINIC = { ...OWNER, accountId: "120000000002", name: "owner@clinic.test" };
const FORM = {
  name: "tickets",
  title: "Tickets",
  methods: ["card", "ach"],
  amounts: { kind: "chosen", choicesCents: [1000, 2500] },
  achSecCode: "WEB",
  reportableFields: ["Order number"],
  returnUrl: "https://shop.example/thanks",
  frameAncestors: ["https://shop.example"],
  sendsCustomerReceipt: true,
  sendsMerchantReceipt: true,
};

test("a form is created with its settings, opens at its address, and shows its secret once", async (t) => {
  const { server, database } = await openTestApp(t, { publicUrl: "https://pay.example" });
  const owner = await ConsoleClient.signedIn(server, OWNER);
  const made = await owner.post<FormSaved>("/forms", FORM);
  assert.equal(made.status, 200, JSON.stringify(made.body));
  assert.match(made.body.returnSecret ?? "", /^frs_/);
  const { address, isActive, hasReturnSecret, ...settings } = made.body.form;
  assert.deepEqual(settings, FORM);
  assert.deepEqual([address, isActive], ["https://pay.example/pay/tickets", true]);
  assert.ok(hasReturnSecret);
  assert.equal((await server.inject({ url: "/pay/tickets" })).statusCode, 200);
  const again = await owner.get<FormView>("/forms/tickets");
  assert.ok(!JSON.stringify(again.body).includes("frs_"));
  const acts = await database.owner.rows<{ door: string }>`
    select door from audit_entries where action = 'payment_form.create'`;
  assert.deepEqual(acts, [{ door: "/console" }]);
});

test("each setting can be changed separately, and an empty value removes it", async (t) => {
  const { server } = await openTestApp(t);
  const owner = await ConsoleClient.signedIn(server, OWNER);
  await owner.post("/forms", FORM);
  const path = "/forms/tickets";
  const amounts = { kind: "fixed", amountCents: 4200 };
  const fixed = await owner.patch<FormSaved>(path, { amounts });
  assert.deepEqual(fixed.body.form.amounts, amounts);
  assert.equal(fixed.body.form.title, FORM.title);
  const bare = await owner.patch<FormSaved>(path, {
    achSecCode: "",
    returnUrl: "",
    methods: ["card"],
  });
  assert.deepEqual([bare.body.form.achSecCode, bare.body.form.returnUrl], [undefined, undefined]);
  const secret = await owner.post<{ returnSecret: string }>(`${path}/secret`);
  assert.match(secret.body.returnSecret, /^frs_/);
  assert.equal((await owner.post<FormView>(`${path}/switch`, { isActive: false })).status, 200);
  assert.equal((await server.inject({ url: "/pay/tickets" })).statusCode, 404);
  const listed = await owner.get<NumberedPage<FormView>>("/forms");
  const off = listed.body.items.find(({ name }) => name === "tickets");
  assert.equal(off?.isActive, false);
});

test("all errors are reported at once, by field", async (t) => {
  const { server } = await openTestApp(t);
  const owner = await ConsoleClient.signedIn(server, OWNER);
  const bad = {
    name: "No Good",
    title: "",
    methods: [],
    amounts: { kind: "free", minCents: 500, maxCents: 100 },
    reportableFields: ["a", "A"],
    returnUrl: "http://shop.example/",
    frameAncestors: ["https://shop.example/path"],
  };
  const { status, body } = await owner.post("/forms", bad);
  assert.equal(status, 422);
  assert.deepEqual(Object.keys(body.error.fields ?? {}).sort(), Object.keys(bad).sort());
  await owner.post("/forms", FORM);
  const clinic = await ConsoleClient.signedIn(server, CLINIC);
  const taken = await clinic.post("/forms", FORM);
  assert.deepEqual(Object.keys(taken.body.error.fields ?? {}), ["name"]);
  const odd = await owner.patch("/forms/tickets", { amounts: { kind: "whatever" } });
  assert.deepEqual(Object.keys(odd.body.error.fields ?? {}), ["amounts"]);
  const coded = await owner.patch("/forms/tickets", { methods: ["card"], achSecCode: "WEB" });
  assert.deepEqual(Object.keys(coded.body.error.fields ?? {}), ["achSecCode"]);
});

test("forms belong to one account, and only admins can open them", async (t) => {
  const { server } = await openTestApp(t);
  const owner = await ConsoleClient.signedIn(server, OWNER);
  await owner.post("/forms", FORM);
  const clinic = await ConsoleClient.signedIn(server, CLINIC);
  assert.equal((await clinic.get("/forms/tickets")).status, 404);
  assert.equal((await clinic.patch("/forms/tickets", { title: "Mine" })).status, 404);
  assert.equal((await clinic.post("/forms/tickets/switch", { isActive: false })).status, 404);
  assert.equal((await clinic.post("/forms/tickets/secret")).status, 404);
  const manager = { ...OWNER, name: "manager@books.test", password: "certification-manager" };
  const client = await ConsoleClient.signedIn(server, manager);
  assert.equal((await client.get("/forms")).status, 403);
  const { body } = await owner.get<FormChoices>("/form-choices");
  assert.deepEqual([body.takesCards, body.takesAch, body.defaultSecCode], [true, true, "WEB"]);
});
