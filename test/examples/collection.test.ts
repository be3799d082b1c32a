/** The Postman collection in examples/postman: it is up to date, and all of its requests work. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { COLLECTION, generateCollection } from "../../tools/collection/collection.ts";
import type { Collection } from "../../tools/collection/postman-types.ts";
import { openTestApp, type TestApp } from "../kit/app.ts";
import { runCollection, type Variables } from "../kit/collection-runner.ts";
import { hook } from "../kit/hooked-app.ts";
import { buildDocument, listOperations } from "../kit/open-api.ts";
import { findNewestEvent, readResetToken, uploadPhoto } from "../kit/open-api-examples.ts";

const text = await readFile(COLLECTION, "utf8");
const collection: Collection = JSON.parse(text);
const items = collection.item.flatMap((folder) => folder.item);

test("the collection is what `npm run collection` writes", async () => {
  assert.equal(text, await generateCollection(), "run `npm run collection`");
});

test("the collection has every call of the OpenAPI document", async () => {
  const calls = new Set(items.map(({ id }) => id.split(".")[0]));
  const operations = listOperations(await buildDocument());
  assert.deepEqual(
    operations.map(({ operation }) => operation.operationId).filter((id) => !calls.has(id)),
    [],
  );
});

test("the whole collection succeeds, and a second time, too", async (t) => {
  const app = await openTestApp(t);
  const first = await runCollection(app.server, collection);
  assert.deepEqual(first.failures, []);
  const skipped = ["listOrSendEvents.send", "setPosPassword.example", "getPhoto.example"];
  assert.deepEqual(first.skipped, skipped);
  await hook(app);
  const prepare = (id: string, variables: Variables) => fillIn(app, id, variables);
  const second = await runCollection(app.server, collection, { prepare });
  assert.deepEqual([second.failures, second.skipped], [[], []]);
  assert.equal(second.sent.length, items.length);
});

/** What a person reads in the console's mailbox, or uploads first. */
async function fillIn(app: TestApp, id: string, variables: Variables): Promise<void> {
  if (id === "setPosPassword.example") {
    const email = `ann-${variables.get("run")}@books.test`;
    variables.set("reset_token", await readResetToken(app, email));
  }
  if (id === "listOrSendEvents.send") variables.set("event_id", await findNewestEvent(app));
  if (id === "getPhoto.example") {
    variables.set("photo", String(await uploadPhoto(app, variables.get("token") ?? "")));
  }
}

test("a request that is refused fails its check, with HTTP 200, too", async (t) => {
  const app = await openTestApp(t);
  const wanted = ["Payments", "Parser"];
  const some = { ...collection, item: collection.item.filter(({ name }) => wanted.includes(name)) };
  const one = {
    ...some,
    item: some.item.map((folder) => ({ ...folder, item: folder.item.slice(0, 1) })),
  };
  const values = { api_accesskey: "2".repeat(32), partner_key: "wrong" };
  const { failures } = await runCollection(app.server, one, { values });
  assert.equal(failures.length, 2);
  assert.match(
    failures[0] ?? "",
    /^processPayment\.sale: The request succeeds: Invalid account_id/,
  );
  assert.match(failures[1] ?? "", /^parsePayload\.swipe: The request succeeds: 401/);
});
