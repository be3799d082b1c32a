/** Tests of archive-log.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ArchiveRounds, startArchiving } from "./archive-log.ts";

const START = Temporal.Instant.from("2026-11-18T10:00:00Z");

/** A server whose log changes all the time, and a folder that can be away. */
class Script {
  passedMs = 0;
  isFolderThere = true;
  isOtherCopying = false;
  ended = 0;
  readonly archived: string[] = [];
  readonly errors: string[] = [];
  readonly rounds: ArchiveRounds;

  constructor(endAfterMs = 60_000) {
    const needs = {
      archive: {
        copyFinished: async () => {
          if (!this.isFolderThere) throw new Error("no folder");
          return !this.isOtherCopying;
        },
        endSegment: async () => void this.ended++,
      },
      readNow: async () => START.add({ milliseconds: this.passedMs }),
      onArchived: async (until: Temporal.Instant) => void this.archived.push(until.toString()),
      onFailure: (error: unknown) => void this.errors.push((error as Error).message),
      endAfterMs,
    };
    this.rounds = new ArchiveRounds(needs, () => this.passedMs);
  }

  /** Runs rounds with their pauses for this time. Returns the pauses. */
  async runFor(ms: number): Promise<readonly number[]> {
    const pauses: number[] = [];
    for (const endMs = this.passedMs + ms; this.passedMs < endMs; ) {
      const pauseMs = await this.rounds.run();
      pauses.push(pauseMs);
      this.passedMs += pauseMs;
    }
    return pauses;
  }
}

test("a segment that is not full is ended and archived after the wanted time", async () => {
  const script = new Script();
  await script.runFor(121_000);
  assert.equal(script.ended, 2);
  assert.deepEqual(script.archived, ["2026-11-18T10:01:00Z", "2026-11-18T10:02:00Z"]);
});

test("while nothing can be copied, one segment is ended and not one in each round", async () => {
  const script = new Script();
  script.isFolderThere = false;
  await script.runFor(8 * 3_600_000);
  assert.equal(script.ended, 1);
  assert.ok(script.errors.length > 100);
});

test("rounds that fail come less often, and at the usual pace after a success", async () => {
  const script = new Script();
  script.isFolderThere = false;
  const pauses = await script.runFor(200_000);
  assert.deepEqual(pauses.slice(0, 6), [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
  script.isFolderThere = true;
  assert.deepEqual([...new Set(await script.runFor(10_000))], [1_000]);
  script.isFolderThere = false;
  assert.equal((await script.runFor(1))[0], 5_000);
});

test("what was ended while nothing could be copied is archived as soon as it can be", async () => {
  const script = new Script();
  await script.runFor(59_000);
  script.isFolderThere = false;
  await script.runFor(300_000);
  assert.deepEqual([script.ended, script.archived], [1, []]);
  script.isFolderThere = true;
  await script.runFor(1_000);
  assert.equal(script.archived.length, 1);
  await script.runFor(1_000);
  assert.equal(script.ended, 2, "the time since the last segment has passed long ago");
});

test("a process that waits for another one to archive ends no further segments", async () => {
  const script = new Script();
  script.isOtherCopying = true;
  await script.runFor(600_000);
  assert.deepEqual([script.ended, script.archived, script.errors], [1, [], []]);
});

test("the last round ends and archives what there is", async () => {
  const script = new Script();
  await script.runFor(10_000);
  await script.rounds.runLast();
  assert.deepEqual([script.ended, script.archived], [1, ["2026-11-18T10:00:10Z"]]);
});

test("the end of the process waits for a backlog only within its limit", async () => {
  let copied = 0;
  const stops: AbortSignal[] = [];
  /** Copies segments without an end. */
  const copyFinished = async (stop: AbortSignal) => {
    stops.push(stop);
    for (; !stop.aborted; copied++) await new Promise((resolve) => setTimeout(resolve, 1));
    return false;
  };
  const stop = startArchiving({
    archive: { copyFinished, endSegment: async () => {} },
    readNow: async () => START,
    onArchived: async () => assert.fail("not everything was copied"),
    onFailure: (error) => assert.fail(String(error)),
    endAfterMs: 60_000,
  });
  await stop(50);
  assert.ok(copied > 0);
  assert.equal(stops.length, 1, "another round began after the limit");
});
