/** Reversals of bank files in the console API: two operators, and what each of them sees. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { exchangeWithBanks } from "../../src/core/ach/exchange.ts";
import type { CursorPage } from "../../src/interfaces/console/contract.ts";
import type {
  BankFile,
  BankFileLine,
  Overview,
  ReversalLine,
} from "../../src/interfaces/console/operations/contract.ts";
import type { GivenPassword, OperatorRow } from "../../src/interfaces/console/operator/contract.ts";
import { addEntry, connectFolder, MONDAY, openAchOn } from "../kit/ach.ts";
import { openTestApp } from "../kit/app.ts";
import { ConsoleClient, OPERATOR } from "../kit/console.ts";
import type { Lifetime } from "../kit/shared.ts";

const BENS_PASSWORD = "a password of ben's";
const WISH = { reason: "wrong_amount", note: "Prices without tax" };

async function openSentFile(t: Lifetime) {
  const app = await openTestApp(t);
  app.clock.set(MONDAY);
  const ach = await openAchOn(app);
  await connectFolder(ach, "first-bank");
  for (const cents of [1_000, 2_000]) await addEntry(ach, { cents });
  await ach.advance("2026-11-16T23:00:00Z");
  const ann = await ConsoleClient.signedIn(app.server, OPERATOR);
  const given = await ann.post<GivenPassword>("/operator/operators", { userName: "ben" });
  const { password } = given.body;
  const ben = await ConsoleClient.signedIn(app.server, { as: "operator", name: "ben", password });
  await ben.post("/password", { currentPassword: password, newPassword: BENS_PASSWORD });
  await app.database.owner.rows`update operators set reset_at = null, reset_by = null`;
  const list = async () =>
    (await ann.get<CursorPage<ReversalLine>>("/operations/reversals")).body.items;
  const files = async () =>
    (await ann.get<CursorPage<BankFileLine>>("/operations/bank-files")).body.items;
  const [file] = await files();
  return { ach, ann, ben, list, files, fileName: file?.name ?? "" };
}

test("one operator requests a reversal, another one approves it, and its file is shown", async (t) => {
  const { ach, ann, ben, list, files, fileName } = await openSentFile(t);
  const asked = await ann.post<{ id: string }>("/operations/reversals", { ...WISH, fileName });
  assert.equal(asked.status, 200);
  const again = await ben.post("/operations/reversals", { ...WISH, fileName, batchNumber: 1 });
  assert.deepEqual([again.status, again.body.error.code], [409, "conflict"]);
  const { signals } = (await ann.get<Overview>("/operations/overview")).body;
  const signal = signals.find(({ name }) => name === "reversals");
  assert.deepEqual([signal?.level, signal?.count], ["look", 1]);
  const path = `/operations/reversals/${asked.body.id}`;
  const same = await ann.post(`${path}/approve`);
  assert.equal(same.status, 409);
  assert.match(same.body.error.message, /Another operator must approve/);
  assert.equal((await ben.post(`${path}/approve`)).status, 204);
  assert.equal((await ben.post(`${path}/reject`)).status, 409, "it is approved");
  await exchangeWithBanks(ach.needs, ach.clock.business());
  const [reversal] = await list();
  assert.deepEqual(
    [reversal?.state, reversal?.requestedBy, reversal?.decidedBy, reversal?.note],
    ["sent", "operator", "ben", WISH.note],
  );
  const [made] = await files();
  assert.equal(made?.name, reversal?.reversalFileName);
  assert.deepEqual([made?.entryCount, made?.debitCents, made?.creditCents], [2, 0, 3_000]);
  const { batches } = (await ann.get<BankFile>(`/operations/bank-files/${made?.id}`)).body;
  assert.deepEqual(
    batches.map(({ direction, entryCount, amountCents }) => [direction, entryCount, amountCents]),
    [["credit", 2, 3_000]],
  );
});

test("who created or reset a login does not approve their own reversal with it", async (t) => {
  const { ach, ann, ben, fileName } = await openSentFile(t);
  const { items } = (await ann.get<{ items: OperatorRow[] }>("/operator/operators")).body;
  const benId = items.find(({ userName }) => userName === "ben")?.id;
  await ben.post("/authenticator");
  await ann.post(`/operator/operators/${benId}/authenticator/remove`);
  await ben.signIn({ as: "operator", name: "ben", password: BENS_PASSWORD });
  const asked = await ann.post<{ id: string }>("/operations/reversals", { ...WISH, fileName });
  const path = `/operations/reversals/${asked.body.id}`;
  const refused = await ben.post(`${path}/approve`);
  assert.equal(refused.status, 409);
  assert.match(refused.body.error.message, /created or reset .* less than 7 days ago\. Another/);
  assert.equal((await ben.post(`${path}/reject`)).status, 204, "rejecting is harmless");
  const again = await ben.post<{ id: string }>("/operations/reversals", { ...WISH, fileName });
  assert.equal(
    (await ann.post(`/operations/reversals/${again.body.id}/approve`)).status,
    409,
    "nor what somebody else asked with a login that they reset",
  );
  await ach.database.owner.rows`update operators set reset_at = reset_at - interval '8 days'`;
  assert.equal((await ann.post(`/operations/reversals/${again.body.id}/approve`)).status, 204);
});

test("a bad reason, a missing note and an unknown file or reversal are named", async (t) => {
  const { ann, fileName } = await openSentFile(t);
  const send = (body: object) => ann.post("/operations/reversals", body);
  const bad = await send({ reason: "regret", note: "", fileName });
  assert.equal(bad.status, 422);
  assert.deepEqual(Object.keys(bad.body.error.fields ?? {}).sort(), ["note", "reason"]);
  assert.match(
    (await send({ ...WISH, fileName: "none.ach" })).body.error.message,
    /no such file or reversal/,
  );
  assert.equal((await ann.post("/operations/reversals/999/approve")).status, 409);
  assert.equal((await ann.post("/operations/reversals/x/approve")).status, 404);
});
