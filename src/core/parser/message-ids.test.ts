/** Tests of message-ids.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { BLOCK_SIZE, MessageIds } from "./message-ids.ts";

const START = Temporal.Instant.from("2026-11-15T12:34:56.789Z");

/** A scripted clock and sequence for any number of processes. */
function world() {
  const state = { now: START, first: 0, isAway: false, taken: 0, losses: 0 };
  const clock = { wall: () => state.now, business: () => state.now };
  const blocks = {
    get losses() {
      return state.losses;
    },
    takeBlock: async () => {
      if (state.isAway) throw new Error("database unavailable");
      state.taken++;
      const first = state.first;
      state.first += BLOCK_SIZE;
      return first;
    },
  };
  return { state, open: () => MessageIds.open({ clock, blocks }) };
}

const many = (ids: MessageIds, count: number) =>
  Promise.all(Array.from({ length: count }, () => ids.next()));

test("a message id is 1, the second in UTC and ten digits", async () => {
  const { open } = world();
  const ids = await open();
  assert.deepEqual(await many(ids, 2), ["1202611151234560000000000", "1202611151234560000000001"]);
});

test("a second that needs more ids takes more blocks", async () => {
  const { open, state } = world();
  const ids = await many(await open(), 3 * BLOCK_SIZE + 1);
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(state.taken, 4);
  assert.ok(ids.every((id) => id.startsWith("120261115123456")));
});

test("a process needs no new block while it creates at most a block of ids per second", async () => {
  const { open, state } = world();
  const ids = await open();
  for (let second = 0; second < 5; second++) {
    state.now = state.now.add({ seconds: 1 });
    await many(ids, BLOCK_SIZE);
  }
  assert.equal(state.taken, 1);
});

test("the blocks of a busy second are used in the seconds after it", async () => {
  const { open, state } = world();
  const ids = await open();
  const given: string[] = [];
  for (let second = 0; second < 5; second++) {
    state.now = state.now.add({ seconds: 1 });
    given.push(...(await many(ids, 3 * BLOCK_SIZE)));
  }
  assert.equal(state.taken, 3);
  assert.equal(new Set(given).size, given.length);
});

test("a block is dropped after an hour, before the sequence can wrap around", async () => {
  const { open, state } = world();
  const ids = await open();
  state.now = state.now.add({ hours: 1 });
  assert.match(await ids.next(), /1000$/);
  assert.equal(state.taken, 2);
});

test("ids are created while the database is unavailable", async () => {
  const { open, state } = world();
  const ids = await open();
  state.isAway = true;
  const away = await many(ids, 2 * BLOCK_SIZE + 1);
  state.isAway = false;
  const back = await many(ids, 2 * BLOCK_SIZE);
  assert.equal(new Set([...away, ...back]).size, 4 * BLOCK_SIZE + 1);
});

test("a lost connection drops the blocks, because a failover may give them to another process", async () => {
  const { open, state } = world();
  const [one, other] = [await open(), await open()];
  const given = [await one.next(), await other.next()];
  // The failover lost both blocks from the sequence.
  state.first = 0;
  state.losses++;
  given.push(await other.next(), await one.next(), await one.next(), await other.next());
  state.now = state.now.add({ seconds: 1 });
  const newcomer = await open();
  given.push(await one.next(), await newcomer.next(), await other.next());
  assert.equal(new Set(given).size, given.length, given.join(" "));
});

test("no id waits for a new block while the database is unavailable after a lost connection", async () => {
  const { open, state } = world();
  const ids = await open();
  state.losses++;
  state.isAway = true;
  for (let second = 0; second < 3; second++) {
    state.now = state.now.add({ seconds: 1 });
    assert.equal(typeof ids.next(), "string");
    await new Promise(setImmediate);
  }
  state.isAway = false;
  state.now = state.now.add({ seconds: 1 });
  ids.next();
  await new Promise(setImmediate);
  assert.match(await ids.next(), /1000$/, "it has a new block once the database is back");
});

test("a process does not start without its first block", async () => {
  const { open, state } = world();
  state.isAway = true;
  await assert.rejects(open(), /database unavailable/);
});

type Step = { process: number; count: number; seconds: number; isAway: boolean };

test("no two processes create the same id, whatever the clock and the database do", async () => {
  const step = fc.record({
    process: fc.nat({ max: 2 }),
    count: fc.integer({ min: 1, max: 1_500 }),
    seconds: fc.constantFrom(0, 0, 0, 1, 1, 2, -1, -5, 3_600),
    isAway: fc.boolean(),
  });
  const run = async (steps: readonly Step[]) => {
    const { open, state } = world();
    const processes = [await open(), await open(), await open()] as const;
    const given: string[] = [];
    for (const { process, count, seconds, isAway } of steps) {
      state.now = state.now.add({ seconds });
      state.isAway = isAway;
      given.push(...(await many(processes[process] ?? processes[0], count)));
    }
    assert.equal(new Set(given).size, given.length);
    assert.ok(given.every((id) => /^1\d{24}$/.test(id)));
  };
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 8 }), run), { numRuns: 50 });
});
