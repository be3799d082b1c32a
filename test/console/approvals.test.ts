/** Approvals by a second person: large credits, and changes of accounts with dual control. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ApprovalStore } from "../../src/core/approvals/approval-store.ts";
import type { CursorPage } from "../../src/interfaces/console/contract.ts";
import type {
  AttentionAnswer,
  HeldCreditLine,
} from "../../src/interfaces/console/merchant/contract.ts";
import type {
  AccountDetail,
  ApprovalLine,
  GivenPassword,
} from "../../src/interfaces/console/operator/contract.ts";
import { ACCOUNT, CARD, OTHER_ACCOUNT, openTestApp } from "../kit/app.ts";
import { ask, BANK, reissue } from "../kit/bank.ts";
import { ConsoleClient, OPERATOR } from "../kit/console.ts";
import { CASHIER, CLINIC_OWNER, MerchantClient } from "../kit/merchant.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

const BOOKS = ACCOUNT.account_id;
const CLINIC = OTHER_ACCOUNT.account_id;
const CREDIT = { ...ACCOUNT, ...CARD, transaction_type: "CREDIT", response_format: "JSON" };
type Form = Readonly<Record<string, string>>;

const BEN = { as: "operator", name: "ben" } as const;
const HELD = [20025, "CREDIT NEEDS APPROVAL"];

/** Books may pay credits of 100.00 alone. Clinic has dual control. */
async function openApprovals(t: Lifetime) {
  const app = await openTestApp(t);
  const { owner } = app.database;
  await owner.rows`
    update accounts set allows_credit = true, credit_approval_cents = 10000 where id = ${BOOKS}`;
  await owner.rows`update accounts set dual_control = true where id = ${CLINIC}`;
  const ann = await ConsoleClient.signedIn(app.server, OPERATOR);
  const given = await ann.post<GivenPassword>("/operator/operators", { userName: "ben" });
  const { password } = given.body;
  const ben = await ConsoleClient.signedIn(app.server, { as: "operator", name: "ben", password });
  await ben.post("/password", { currentPassword: password, newPassword: "a password of ben's" });
  const forgetResets = () => owner.rows`update operators set reset_at = null, reset_by = null`;
  await forgetResets();
  const credit = async (amount: string, more: Form = {}, headers: Form = {}) => {
    const { error_code, error_message, transaction_approved, transaction_id } = await ask(
      app,
      { ...CREDIT, transaction_amount: amount, ...more },
      headers,
    );
    return { told: [error_code, error_message], transaction_approved, transaction_id };
  };
  const list = async (query = "") =>
    (await ann.get<CursorPage<ApprovalLine>>(`/operator/approvals${query}`)).body.items;
  const decide = async (who: ConsoleClient, id: string | undefined, verb = "approve") =>
    (await who.post(`/operator/approvals/${id}/${verb}`)).status;
  const change = (who: ConsoleClient, body: object) =>
    who.patch<AccountDetail>(`/operator/accounts/${CLINIC}`, body);
  const account = async () =>
    (await ann.get<AccountDetail>(`/operator/accounts/${CLINIC}`)).body.account;
  return { ...app, app, ann, ben, credit, list, decide, change, account, forgetResets };
}

test("a credit above the limit is sent only after an operator approved it, and once", async (t) => {
  const { credit, list, ann, decide, database } = await openShared(t, openApprovals);
  assert.equal((await credit("100.00")).transaction_approved, true, "the limit itself is allowed");
  assert.deepEqual((await credit("100.01")).told, HELD);
  assert.deepEqual((await credit("100.01")).told, HELD);
  const open = (await list()).filter(({ kind }) => kind === "credit");
  assert.deepEqual(
    open.map(({ details, requestedBy }) => [details, requestedBy]),
    [[{ amountCents: 100_01, currency: "USD", tender: "CARD", last4: "1111" }, `account ${BOOKS}`]],
    "asked twice, listed once",
  );
  assert.equal(await decide(ann, open[0]?.id), 204);
  assert.deepEqual((await credit("100.02")).told, HELD, "another amount");
  const other = { card_number: "5555555555554444" };
  assert.deepEqual((await credit("100.01", other)).told, HELD, "another card");
  assert.equal((await credit("100.01")).transaction_approved, true);
  assert.deepEqual((await credit("100.01")).told, HELD, "the approval is used up");
  const [acts] = await database.owner.rows<{ actions: string[] }>`
    select array_agg(action order by id) as actions from audit_entries
    where subject_kind = 'approval' and subject_id = ${open[0]?.id}`;
  assert.deepEqual(acts?.actions, ["approval.request", "approval.approve", "approval.use"]);
});

test("of many requests with one approval, one is paid, and its repetition needs no other", async (t) => {
  const { credit, list, ann, decide } = await openShared(t, openApprovals);
  assert.deepEqual((await credit("300.00")).told, HELD);
  const [asked] = await list();
  assert.equal(await decide(ann, asked?.id), 204);
  const keys = [1, 2, 3, 4].map((n) => ({ "idempotency-key": `credit-${n}` }));
  const answers = await Promise.all(keys.map((key) => credit("300.00", {}, key)));
  const paid = answers.filter(({ transaction_approved }) => transaction_approved);
  assert.equal(paid.length, 1);
  const place = answers.findIndex(({ transaction_approved }) => transaction_approved);
  const again = await credit("300.00", {}, keys[place]);
  assert.equal(again.transaction_id, paid[0]?.transaction_id);
});

test("a rejected or expired request does not pay, and can be made again", async (t) => {
  const { credit, list, ann, decide, database } = await openShared(t, openApprovals);
  assert.deepEqual((await credit("400.00")).told, HELD);
  const [first] = await list();
  assert.equal(await decide(ann, first?.id, "reject"), 204);
  assert.equal(await decide(ann, first?.id), 409);
  assert.deepEqual((await credit("400.00")).told, HELD);
  const [second] = await list();
  assert.notEqual(second?.id, first?.id);
  const expire = () => database.owner.rows`
    update approvals set expires_at = requested_at where id = ${second?.id}`;
  await expire();
  assert.equal(await decide(ann, second?.id), 409, "expired");
  assert.equal((await list("?status=all")).find(({ id }) => id === second?.id)?.state, "expired");
  assert.deepEqual((await credit("400.00")).told, HELD);
  const [third] = await list();
  assert.equal(await decide(ann, third?.id), 204);
  await database.owner.rows`
    update approvals set expires_at = requested_at where id = ${third?.id}`;
  assert.deepEqual((await credit("400.00")).told, HELD, "the approval has expired");
});

test("an ACH credit is held unless it pays back a sale", async (t) => {
  const { app, list } = await openShared(t, openApprovals);
  const bank = { ...ACCOUNT, ...BANK, response_format: "JSON", transaction_amount: "250.00" };
  const alone = await ask(app, { ...bank, transaction_type: "CREDIT" });
  assert.equal(alone["error_code"], 20025);
  const [asked] = await list();
  assert.equal(asked?.details && "tender" in asked.details && asked.details.tender, "ACH");
  const sale = await ask(app, { ...bank, transaction_type: "SALE" });
  const back = { transaction_type: "CREDIT", transaction_amount: "250.00" };
  const tied = await reissue(app, String(sale["transaction_id"]), back);
  assert.equal(tied["error_code"], 0);
});

test("an ACH credit that names a sale but goes to another bank account is held", async (t) => {
  const { app, list, ann, decide } = await openShared(t, openApprovals);
  const money = { response_format: "JSON", transaction_amount: "350.00" };
  const sale = await ask(app, { ...ACCOUNT, ...BANK, ...money, transaction_type: "SALE" });
  const other = { bank_routing_number: "021000021", bank_account_number: "990012345678" };
  const back = { transaction_type: "CREDIT", transaction_amount: "350.00", ...other };
  const credit = () => reissue(app, String(sale["transaction_id"]), back);
  assert.equal((await credit())["error_code"], 20025);
  const [asked] = await list();
  assert.equal(asked?.details && "last4" in asked.details && asked.details.last4, "5678");
  assert.equal(await decide(ann, asked?.id), 204);
  assert.equal((await credit())["error_code"], 0);
});

test("with dual control, a change of the bank waits for another operator", async (t) => {
  const { ann, ben, change, account, list, decide } = await openShared(t, openApprovals);
  const before = await account();
  const asked = await change(ann, { name: "Clinic West", achProcessor: "" });
  assert.deepEqual([asked.status, asked.body.isHeld], [200, true]);
  assert.deepEqual(
    [asked.body.account.name, asked.body.account.achProcessor],
    ["Clinic West", before.achProcessor],
    "only the bank waits",
  );
  const second = await change(ben, { name: "Clinic East", cardProcessor: "" });
  assert.equal(second.status, 409, "one open change");
  assert.equal((await account()).name, "Clinic West", "all or nothing");
  const [request] = await list();
  assert.equal(await decide(ann, request?.id), 409, "the same person");
  const both = await Promise.all([decide(ben, request?.id), decide(ben, request?.id)]);
  assert.deepEqual(both.toSorted(), [204, 409]);
  assert.equal((await account()).achProcessor, null);
  assert.equal((await change(ann, { dualControl: false })).body.isHeld, true);
  const [off] = await list();
  assert.equal(await decide(ann, off?.id, "reject"), 204, "taken back");
  assert.equal((await account()).dualControl, true);
});

test("with dual control, one operator cannot allow credits", async (t) => {
  const { ann, ben, change, list, decide, database } = await openShared(t, openApprovals);
  const saved = async () =>
    (
      await database.owner.rows`
        select allows_credit, allows_free_credit, card_terminal_id, duplicate_minutes
        from accounts where id = ${CLINIC}`
    )[0];
  await database.owner.rows`
    update accounts set allows_credit = false, allows_free_credit = false where id = ${CLINIC}`;
  const wish = { allowsCredit: true, allowsFreeCredit: true, cardTerminalId: "TERM2" };
  const asked = await change(ann, { ...wish, duplicateMinutes: 7 });
  assert.deepEqual([asked.status, asked.body.isHeld], [200, true]);
  const terminal = asked.body.account.cardTerminalId;
  const before = { allows_credit: false, allows_free_credit: false, card_terminal_id: terminal };
  assert.notEqual(terminal, "TERM2");
  assert.deepEqual(await saved(), { ...before, duplicate_minutes: 7 });
  const [request] = await list();
  assert.ok(request && "after" in request.details);
  assert.deepEqual(request.details.after, wish);
  assert.equal(await decide(ann, request.id), 409, "the same person");
  assert.deepEqual(await saved(), { ...before, duplicate_minutes: 7 });
  assert.equal(await decide(ben, request.id), 204);
  const after = { allows_credit: true, allows_free_credit: true, card_terminal_id: "TERM2" };
  assert.deepEqual(await saved(), { ...after, duplicate_minutes: 7 });
});

test("nobody approves with a login that the person who asked created or reset", async (t) => {
  const app = await openApprovals(t);
  const { ann, ben, list, change, clock, server } = app;
  const WHY =
    /^One of the two logins was created or reset by the other person, .* less than 7 days ago\. Another operator/;
  const ask = async (who: ConsoleClient, cardMerchantId: string) => {
    assert.equal((await change(who, { cardMerchantId })).body.isHeld, true);
    return (await list())[0]?.id;
  };
  const refuse = async (who: ConsoleClient, id: string | undefined) => {
    const { status, body } = await who.post(`/operator/approvals/${id}/approve`);
    assert.equal(status, 409);
    assert.match(body.error.message, WHY);
  };
  const join = async (by: ConsoleClient, path: string, body = {}) => {
    const { userName: name, password } = (await by.post<GivenPassword>(path, body)).body;
    const one = await ConsoleClient.signedIn(server, { as: "operator", name, password });
    await one.post("/password", {
      currentPassword: password,
      newPassword: `a password of ${name}`,
    });
    return one;
  };
  const first = await ask(ann, "NEW1");
  const cara = await join(ann, "/operator/operators", { userName: "cara" });
  await refuse(cara, first);
  const { items } = (
    await ann.get<{ items: { id: string; userName: string }[] }>("/operator/operators")
  ).body;
  const idOf = (name: string) => items.find(({ userName }) => userName === name)?.id;
  const again = await join(ben, `/operator/operators/${idOf("cara")}/password`);
  await refuse(again, first);
  assert.equal(await app.decide(ben, first), 204, "another operator");
  const second = await ask(ben, "NEW2");
  await refuse(again, second);
  assert.equal(await app.decide(again, second, "reject"), 204, "rejecting is harmless");
  await app.forgetResets();
  await ben.post("/authenticator");
  await ann.post(`/operator/operators/${idOf("ben")}/authenticator/remove`);
  await ben.signIn({ ...BEN, password: "a password of ben's" });
  const third = await ask(ann, "NEW3");
  await refuse(ben, third);
  assert.equal(await app.decide(again, third, "reject"), 204);
  clock.advance({ hours: 7 * 24 + 1 });
  const [later, changer] = [
    await ConsoleClient.signedIn(server, { ...BEN, password: "a password of ben's" }),
    await ConsoleClient.signedIn(server, OPERATOR),
  ];
  assert.equal((await change(changer, { cardMerchantId: "NEW4" })).body.isHeld, true);
  const { body } = await changer.get<CursorPage<ApprovalLine>>("/operator/approvals");
  assert.equal(await app.decide(later, body.items[0]?.id), 204, "seven days later");
});

test("a change that no longer fits is not applied", async (t) => {
  const { ann, ben, change, account, list, decide, database } = await openShared(t, openApprovals);
  assert.equal((await change(ann, { cardMerchantId: "NEW1" })).body.isHeld, true);
  const [request] = await list();
  await database.owner.rows`update accounts set card_merchant_id = 'OTHER' where id = ${CLINIC}`;
  assert.equal(await decide(ben, request?.id), 409);
  assert.equal((await account()).cardMerchantId, "OTHER");
  assert.equal((await list())[0]?.state, "requested", "the decision was rolled back");
  assert.equal(await decide(ben, request?.id, "reject"), 204);
});

test("a merchant sees the own held credits and their states, but not who decides", async (t) => {
  const { app, credit, list, ann, decide, database, clock } = await openShared(t, openApprovals);
  const owner = await MerchantClient.of(app, CASHIER);
  const shown = async () =>
    (await owner.get<CursorPage<HeldCreditLine>>("/merchant/held-credits")).body.items;
  const news = async () => {
    const { items } = (await owner.get<AttentionAnswer>("/merchant/attention")).body;
    return Object.fromEntries(items.map((item) => [item.kind, "count" in item && item.count]));
  };
  const hold = async (amount: string) => {
    assert.deepEqual((await credit(amount, { cashier: "Cara" })).told, HELD);
    return (await list())[0]?.id;
  };
  const start = await news();
  const counted = async (kind: string) =>
    Number((await news())[kind] ?? 0) - Number(start[kind] ?? 0);
  const [waiting, approved, rejected, expired, used] = [
    await hold("500.01"),
    await hold("500.02"),
    await hold("500.03"),
    await hold("500.04"),
    await hold("500.05"),
  ];
  assert.equal(await decide(ann, approved), 204);
  assert.equal(await decide(ann, rejected, "reject"), 204);
  assert.equal(await decide(ann, used), 204);
  assert.equal((await credit("500.05")).transaction_approved, true);
  await database.owner
    .rows`update approvals set expires_at = ${clock.wall()} where id = ${expired}`;
  const lines = (await shown()).slice(0, 5);
  assert.deepEqual(
    lines.map(({ id, state }) => [id, state]),
    [
      [used, "used"],
      [expired, "expired"],
      [rejected, "rejected"],
      [approved, "approved"],
      [waiting, "requested"],
    ],
  );
  const { requestedAt, expiresAt, ...last } = lines[4] ?? assert.fail();
  assert.deepEqual(last, {
    ...{ id: waiting, state: "requested", decidedAt: null, requestedBy: "Cara" },
    ...{ amountCents: 500_01, currency: "USD", tender: "CARD", last4: "1111" },
  });
  assert.ok(expiresAt > requestedAt);
  assert.doesNotMatch(JSON.stringify(lines), new RegExp(`${OPERATOR.name}|account `));
  const counts = ["held_credits", "approved_credits", "rejected_credits"].map(counted);
  assert.deepEqual(await Promise.all(counts), [1, 1, 1]);
});

test("an approval is shown as used, not as sent, if its credit was declined", async (t) => {
  const { app, credit, list, ann, decide, database } = await openApprovals(t);
  await database.owner.rows`update accounts set credit_approval_cents = 100 where id = ${BOOKS}`;
  assert.deepEqual((await credit("1.02")).told, HELD);
  assert.equal(await decide(ann, (await list())[0]?.id), 204);
  assert.equal((await credit("1.02")).transaction_approved, false);
  const owner = await MerchantClient.of(app);
  const { text } = await owner.download("/merchant/held-credits.csv");
  assert.match(text, /,1\.02,USD,Used,/);
});

test("a merchant sees no held credits of others, with either wall alone", async (t) => {
  const { app, credit, database, clock } = await openShared(t, openApprovals);
  assert.deepEqual((await credit("600.00")).told, HELD);
  const clinic = await MerchantClient.of(app, CLINIC_OWNER);
  assert.deepEqual((await clinic.get("/merchant/held-credits")).body, { items: [] });
  const page = { take: 10, before: undefined };
  const times = { at: clock.wall(), since: clock.wall().subtract({ hours: 1 }) };
  const read = async (store: ApprovalStore, accountId: string) => [
    (await store.listCredits(accountId, page)).length > 0,
    (await store.countCredits(accountId, times)).waiting > 0,
  ];
  assert.deepEqual(await read(new ApprovalStore(database.owner), CLINIC), [false, false]);
  const within = (accountId: string) =>
    database.app.within({ accountId }, (db) => read(new ApprovalStore(db), BOOKS));
  assert.deepEqual(await within(CLINIC), [false, false]);
  assert.deepEqual(await within(BOOKS), [true, true], "so that the others can fail");
});

test("the database refuses an approval by the same person, and a second open request", async (t) => {
  const { database, clock } = await openShared(t, openApprovals);
  const wish = {
    ...({ kind: "account_change", accountId: BOOKS, subject: new Uint8Array() } as const),
    ...{ details: { before: {}, after: {} }, by: "Ann" },
  };
  const store = new ApprovalStore(database.owner);
  const id = await store.insertRequest(wish, clock.wall());
  assert.equal(await store.insertRequest(wish, clock.wall()), undefined);
  await assert.rejects(
    database.owner.rows`
      update approvals set state = 'approved', decided_by = 'ANN' where id = ${id}`,
    /approvals_by_two_people/,
  );
});

test("approvals of other accounts are behind two walls", async (t) => {
  const { database, clock } = await openShared(t, openApprovals);
  const wish = {
    ...({ kind: "account_change", subject: new Uint8Array([1]) } as const),
    ...{ details: { before: {}, after: {} }, by: "Ann", accountId: BOOKS },
  };
  const id = (await new ApprovalStore(database.owner).insertRequest(wish, clock.wall())) ?? "";
  const decision = { state: "rejected", by: "Ben", at: clock.wall() } as const;
  // The statement names the other account, without row-level security.
  const named = await new ApprovalStore(database.owner).decideApproval(
    { accountId: CLINIC, id },
    decision,
  );
  assert.equal(named, false);
  // The session belongs to the other account, and the statement names the right one.
  const walled = await database.app.within({ accountId: CLINIC }, async (db) => {
    const store = new ApprovalStore(db);
    return [
      await store.findApproval(id),
      await store.decideApproval({ accountId: BOOKS, id }, decision),
    ];
  });
  assert.deepEqual(walled, [undefined, false]);
  const own = await database.app.within({ accountId: BOOKS }, (db) =>
    new ApprovalStore(db).decideApproval({ accountId: BOOKS, id }, decision),
  );
  assert.equal(own, true, "so that the others can fail");
});
