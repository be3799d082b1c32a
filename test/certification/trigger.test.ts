/** `trigger`: every webhook event has a scene that makes it happen. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { SCENE_NAMES } from "../../src/commands/certification/scene-names.ts";
import { SCENES } from "../../src/commands/certification/scenes.ts";
import { playScene, type SceneWish } from "../../src/commands/certification/trigger.ts";
import { readConfig } from "../../src/config.ts";
import { setWebhook } from "../../src/core/accounts/set-webhook.ts";
import { WEBHOOK_EVENTS } from "../../src/core/outbox/webhook-events.ts";
import { StartError } from "../../src/ports/start-error.ts";
import { StandingClock } from "../kit/clock.ts";
import { openTestCustody } from "../kit/custody.ts";
import { openSeededDatabase } from "../kit/database.ts";

const BOOKS = "120000000001";
const CAFE = "120000000004";
const onStep = () => {};

async function openScenes(t: TestContext) {
  const database = await openSeededDatabase(t);
  const own = { DATABASE_URL: database.url, MASTER_KEY: "7e57".repeat(16), LOG_LEVEL: "silent" };
  const config = readConfig(own);
  const play = (name: string, wish: Partial<SceneWish> = {}) =>
    playScene(config, { name, onStep, ...wish });
  return { database, config, play };
}

function refuses(work: Promise<unknown>, says: RegExp): Promise<void> {
  return assert.rejects(work, (error: Error) => {
    assert.ok(error instanceof StartError, `${error.stack}`);
    assert.match(error.message, says);
    return true;
  });
}

test("each scene causes its event, for the transaction that it names", async (t) => {
  const { database, play } = await openScenes(t);
  const custody = await openTestCustody(database.app);
  database.beforeDrop(async () => custody.close());
  const needs = { db: database.owner, custody, clock: new StandingClock() };
  const wish = { url: "http://127.0.0.1:1/hook" };
  const by = { actor: { kind: "system", name: "a test" } } as const;
  await setWebhook({ ...needs, environment: "certification" }, BOOKS, { wish, by });
  for (const name of SCENE_NAMES) {
    const played = await play(name);
    assert.equal(played.isReported, true);
    assert.ok(played.steps[0]?.includes(played.transaction), played.steps.join("\n"));
    const events = await database.owner.rows<{ event: string }>`
      select event from outbox where transaction_id = ${played.transaction} order by id`;
    assert.equal(events.at(-1)?.event, SCENES[name].event, name);
    assert.equal(played.event, SCENES[name].event);
  }
  assert.deepEqual(
    WEBHOOK_EVENTS.map((event) => SCENES[event].event),
    WEBHOOK_EVENTS,
  );
});

test("a scene uses the amount and the account that are given", async (t) => {
  const { play } = await openScenes(t);
  const { steps, isReported, account } = await play("transaction.approved", {
    ...{ amount: "7.5", account: CAFE },
  });
  assert.match(steps[0] ?? "", /^Sale of 7\.50 by test card: \d{12}, APPROVED\.$/);
  assert.deepEqual([isReported, account], [false, CAFE]);
  await refuses(
    play("transaction.approved", { amount: "1.02" }),
    /INSUFFICIENT FUNDS.*another amou/,
  );
  await refuses(play("transaction.declined", { amount: "2" }), /Leave out --amount/);
  await refuses(play("transaction.approved", { amount: "0" }), /must be an amount/);
  await refuses(play("ach.returned", { account: CAFE }), /does not accept ACH/);
  await refuses(play("transaction.approved", { account: "7" }), /Account not found/);
  await refuses(play("ach.lost"), /Unknown event "ach.lost"/);
});
