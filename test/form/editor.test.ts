/** The form editor: rules for settings, the return secret and the audit. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { AuditEntryStore } from "../../src/core/audit/audit-entry-store.ts";
import {
  changeForm,
  createForm,
  findForm,
  listForms,
  rotateReturnSecret,
  switchForm,
} from "../../src/core/forms/edit-forms.ts";
import type { FormChange } from "../../src/core/forms/form-settings.ts";
import { withFormAccount } from "../../src/core/forms/open-form.ts";
import { previewPage } from "../../src/interfaces/form/form-page.ts";
import { BOOKS } from "../kit/accounts.ts";
import { StandingClock } from "../kit/clock.ts";
import { openTestCustody } from "../kit/custody.ts";
import { openSeededDatabase } from "../kit/database.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

const CAFE = "120000000004";
const BY = { actor: { kind: "operator", id: "7", name: "Olga" } } as const;

async function openEditor(
  t: Lifetime,
  environment: "certification" | "production" = "certification",
) {
  const database = await openSeededDatabase(t);
  const custody = await openTestCustody(database.app);
  database.beforeDrop(async () => custody.close());
  const needs = { db: database.app, custody, clock: new StandingClock(), environment };
  const create = (name: string, settings: FormChange, account = BOOKS.id) =>
    createForm(needs, account, { name, change: settings, by: BY });
  const change = (settings: FormChange, name = "books") =>
    changeForm(needs, BOOKS.id, { name, change: settings, by: BY });
  const acts = async () =>
    (await new AuditEntryStore(database.owner).listEntries({ take: 20 }))
      .filter(({ subjectKind }) => subjectKind === "payment_form")
      .map(({ action, subjectId, before, after }) => [action, subjectId, before, after]);
  return { database, needs, create, change, acts };
}

/** The errors of an outcome, or its kind. */
function told(outcome: Awaited<ReturnType<typeof createForm>>): unknown {
  if (outcome.kind !== "refused") return outcome.kind;
  return outcome.errors.map(({ field, why }) => `${field} ${why}`).join(", ");
}

test("a new form has the given settings and defaults for the others", async (t) => {
  const { needs, create } = await openEditor(t);
  const wish = {
    title: " Spring gift ",
    methods: ["ach", "card"],
    amounts: { kind: "chosen", choicesCents: [1_000, 2_500] },
    achSecCode: "PPD",
    reportableFields: ["Member no.", "Größe"],
    returnUrl: "https://shop.test/thanks?x=1",
    frameAncestors: ["https://shop.test/"],
    sendsMerchantReceipt: true,
  } as const;
  const made = await create("spring", wish);
  assert.equal(made.kind, "created");
  const form = await findForm(needs.db, BOOKS.id, "spring");
  assert.deepEqual(form, {
    ...wish,
    accountId: BOOKS.id,
    name: "spring",
    title: "Spring gift",
    methods: ["card", "ach"],
    frameAncestors: ["https://shop.test"],
    sendsCustomerReceipt: true,
    isActive: true,
    hasReturnSecret: true,
  });
  await create("plain", { title: "Plain" });
  const plain = await findForm(needs.db, BOOKS.id, "plain");
  assert.deepEqual(plain?.amounts, { kind: "free", minCents: 1, maxCents: 99_999_999 });
  assert.deepEqual([plain?.methods, plain?.hasReturnSecret], [["card"], false]);
  const names = (await listForms(needs.db, BOOKS.id)).map(({ name }) => name);
  assert.deepEqual(names, ["books", "plain", "spring"]);
  assert.equal(await findForm(needs.db, CAFE, "books"), undefined, "another's form is not there");
});

const WRONG: readonly [wish: FormChange, errors: string][] = [
  [{ title: "" }, "title missing"],
  [{ title: "x".repeat(101) }, "title too_long"],
  [{ title: "4111111111111111" }, "title invalid"],
  [{ methods: [] }, "methods missing"],
  [{ methods: ["cash"] }, "methods invalid"],
  [{ amounts: { kind: "fixed", amountCents: 0 } }, "amounts invalid"],
  [{ amounts: { kind: "fixed", amountCents: 10.5 } }, "amounts invalid"],
  [{ amounts: { kind: "fixed", amountCents: 100_000_000 } }, "amounts invalid"],
  [{ amounts: { kind: "chosen", choicesCents: [] } }, "amounts missing"],
  [{ amounts: { kind: "chosen", choicesCents: [5, 5] } }, "amounts repeated"],
  [
    { amounts: { kind: "chosen", choicesCents: Array.from({ length: 21 }, (_, i) => i + 1) } },
    "amounts too_many",
  ],
  [{ amounts: { kind: "free", minCents: 200, maxCents: 100 } }, "amounts invalid"],
  [{ achSecCode: "XYZ" }, "achSecCode invalid"],
  [{ methods: ["card"], achSecCode: "WEB" }, "achSecCode no_ach_method"],
  [{ reportableFields: ["a", " A"] }, "reportableFields repeated"],
  [{ reportableFields: ["x".repeat(51)] }, "reportableFields too_long"],
  [{ reportableFields: [" "] }, "reportableFields missing"],
  [
    { reportableFields: Array.from({ length: 21 }, (_, i) => `f${i}`) },
    "reportableFields too_many",
  ],
  [{ returnUrl: "shop.test" }, "returnUrl invalid"],
  [{ returnUrl: "javascript:alert(1)" }, "returnUrl not_https"],
  [{ returnUrl: "http://shop.test/" }, "returnUrl not_https"],
  [{ returnUrl: "https://u:p@shop.test/" }, "returnUrl invalid"],
  [{ returnUrl: `https://shop.test/${"x".repeat(2_000)}` }, "returnUrl too_long"],
  [{ frameAncestors: ["https://shop.test/page"] }, "frameAncestors invalid"],
  [{ frameAncestors: ["https://a.test; script-src *"] }, "frameAncestors invalid"],
  [{ frameAncestors: ["*"] }, "frameAncestors invalid"],
  [{ frameAncestors: ["http://shop.test"] }, "frameAncestors not_https"],
  [{ frameAncestors: ["https://a.test", "https://a.test/"] }, "frameAncestors repeated"],
  [{ title: "", methods: [], returnUrl: "x" }, "title missing, methods missing, returnUrl invalid"],
];

test("all invalid settings are reported at once by field, and nothing changes", async (t) => {
  const { needs, change, acts } = await openEditor(t);
  const before = await findForm(needs.db, BOOKS.id, "books");
  for (const [wish, errors] of WRONG) {
    assert.equal(told(await change(wish)), errors, JSON.stringify(wish));
  }
  assert.deepEqual(await findForm(needs.db, BOOKS.id, "books"), before);
  assert.deepEqual(await acts(), []);
});

test("a form name is a plain part of an address and unique", async (t) => {
  const { create } = await openShared(t, openEditor);
  const wish = { title: "T" };
  for (const name of ["", "Books", "a b", "-a", "a-", "a/b", "..", "x".repeat(51), "ä"]) {
    const why = name === "" ? "missing" : "invalid";
    assert.equal(told(await create(name, wish)), `name ${why}`, name);
  }
  assert.equal(told(await create("assets", wish)), "name taken");
  assert.equal(told(await create("books", wish)), "name taken");
  assert.equal(told(await create("books", wish, CAFE)), "name taken", "also for others");
  const both = await Promise.all([create("race", wish), create("race", wish, CAFE)]);
  assert.deepEqual(both.map(told).sort(), ["created", "name taken"]);
  assert.equal((await create("nobody", wish, "120000000777")).kind, "not_found");
});

test("bank accounts and their SEC code need an ACH processor", async (t) => {
  const { create } = await openShared(t, openEditor);
  const wish = { title: "T", methods: ["card", "ach"], achSecCode: "WEB" };
  assert.equal(
    told(await create("cafe", wish, CAFE)),
    "methods no_processor, achSecCode no_processor",
  );
  assert.equal(told(await create("cafe", { title: "T" }, CAFE)), "created");
});

test("a return address may use HTTP only for this machine and never in production", async (t) => {
  const trial = await openShared(t, openEditor);
  const wish = { returnUrl: "http://localhost:3000/thanks" };
  assert.equal((await trial.change(wish)).kind, "changed");
  const real = await openEditor(t, "production");
  assert.equal(told(await real.change(wish)), "returnUrl not_https");
});

test("a change is audited with the old and new values of changed settings", async (t) => {
  const { needs, change, acts } = await openEditor(t);
  assert.equal((await change({ title: "Main Street Books" })).kind, "unchanged");
  const amounts = { maxCents: 99_999_999, minCents: 1, kind: "free" } as const;
  assert.equal((await change({ amounts })).kind, "unchanged");
  await change({ title: "Books", sendsMerchantReceipt: true });
  await switchForm(needs, BOOKS.id, { name: "books", isActive: false, by: BY });
  const again = await switchForm(needs, BOOKS.id, { name: "books", isActive: false, by: BY });
  assert.equal(again.kind, "unchanged");
  assert.equal((await change({ title: "x" }, "nobody")).kind, "not_found");
  const subject = `${BOOKS.id}/books`;
  assert.deepEqual((await acts()).reverse(), [
    [
      "payment_form.change",
      subject,
      { title: "Main Street Books", sendsMerchantReceipt: false },
      { title: "Books", sendsMerchantReceipt: true },
    ],
    ["payment_form.switch_off", subject, { isActive: true }, { isActive: false }],
  ]);
});

test("the return secret is shown once, and again only when it is renewed", async (t) => {
  const { needs, database, change, acts } = await openEditor(t);
  const first = await change({ returnUrl: "https://shop.test/a" });
  const second = await change({ returnUrl: "https://shop.test/b" });
  assert.ok(first.kind === "changed" && second.kind === "changed");
  assert.match(first.returnSecret?.reveal() ?? "", /^frs_[\w-]{43}$/);
  assert.equal(second.returnSecret, undefined);
  const renewed = await rotateReturnSecret(needs, BOOKS.id, { name: "books", by: BY });
  assert.ok(renewed.kind === "rotated" && renewed.secret.reveal() !== first.returnSecret?.reveal());
  const [row] = await database.owner.rows<{ row: string }>`
    select row_to_json(form)::text as row from payment_forms form where name = 'books'`;
  const written = `${row?.row}${JSON.stringify(await acts())}`;
  for (const secret of [first.returnSecret, renewed.secret]) {
    assert.ok(!written.includes(secret?.reveal() ?? "?"));
  }
});

test("a preview is the same page without a token and cannot be sent", async (t) => {
  const { needs } = await openShared(t, openEditor);
  const form = (await findForm(needs.db, BOOKS.id, "books")) ?? assert.fail("no form");
  const html = previewPage(withFormAccount(form, BOOKS), needs.clock.business());
  assert.match(html, /<h1>Main Street Books<\/h1>/);
  assert.match(html, /<button type="submit"[^>]* disabled/);
  assert.doesNotMatch(html, /name="token"/);
});
