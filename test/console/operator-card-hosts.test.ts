/** Card hosts in the console: adding, changing, removing, and who may do it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { AuditEntryStore } from "../../src/core/audit/audit-entry-store.ts";
import type {
  AccountChoices,
  CardHostList,
} from "../../src/interfaces/console/operator/contract.ts";
import { openTestApp } from "../kit/app.ts";
import { ConsoleClient, OPERATOR, OWNER, PARTNER } from "../kit/console.ts";

const PATH = "/operator/card-hosts";
const HOST = { name: "acme", kind: "json", url: "https://cards.example.com/v1" };

test("an operator adds, changes and removes a card host, and others cannot", async (t) => {
  const { server, database } = await openTestApp(t, {}, { rememberForMs: 0 });
  const operator = await ConsoleClient.signedIn(server, OPERATOR);
  assert.equal((await operator.post(PATH, HOST)).status, 200);
  assert.equal((await operator.post(PATH, HOST)).status, 422);
  const url = "https://cards.example.com/v2";
  assert.equal((await operator.post(`${PATH}/acme`, { kind: "json", url })).status, 200);
  const { items } = (await operator.get<CardHostList>(PATH)).body;
  assert.deepEqual(
    items.map(({ name, settings }) => [name, settings]),
    [["acme", { kind: "json", url }]],
  );
  const choices = await operator.get<AccountChoices>("/operator/choices");
  assert.ok(choices.body.cardProcessors.includes("acme"));

  const bad = await operator.post(`${PATH}/acme`, { kind: "iso8583", host: "a", port: "0" });
  assert.equal(bad.status, 422);
  assert.match(JSON.stringify(bad.body), /acquirer number must have 1 to 11 digits/i);

  for (const proof of [PARTNER, OWNER]) {
    const stranger = await ConsoleClient.signedIn(server, proof);
    assert.equal((await stranger.get(PATH)).status, 403);
    assert.equal((await stranger.post(`${PATH}/acme/remove`, {})).status, 403);
  }

  await database.owner.rows`
    update accounts set card_processor = 'acme' where id = 120000000001`;
  const used = await operator.post(`${PATH}/acme/remove`, {});
  assert.equal(used.status, 409);
  await database.owner.rows`
    update accounts set card_processor = 'simulator' where id = 120000000001`;
  assert.equal((await operator.post(`${PATH}/acme/remove`, {})).status, 204);
  assert.equal((await operator.post(`${PATH}/acme/remove`, {})).status, 404);
  const entries = await new AuditEntryStore(database.owner).listEntries({ take: 100 });
  const acts = entries.map(({ action }) => action).filter((action) => /^card_host/.test(action));
  assert.deepEqual(acts.toSorted(), ["card_host.create", "card_host.remove", "card_host.update"]);
});
