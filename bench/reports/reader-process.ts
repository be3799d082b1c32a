/**
 * Reads reports and discards them, so that only the server is measured. A child process of the
 * bench.
 */
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { ReadPlan, ReadReport } from "./plan.ts";

const agent = new Agent({ keepAlive: true });
const LOOK_EVERY_MS = 100;
const MEBIBYTE = 1024 * 1024;

process.once("disconnect", () => process.exit());
process.on("message", (plan: ReadPlan) => {
  run(plan).then(
    (report) => process.send?.(report),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function run(plan: ReadPlan): Promise<ReadReport> {
  const memory = await watchMemory(plan.metricsUrl);
  const started = performance.now();
  const untilMs = started + (plan.seconds ?? 0) * 1_000;
  let [reports, bytes, firstByteMs] = [0, 0, Number.NaN];
  do {
    const one = await readOne(plan);
    if (reports === 0) firstByteMs = one.firstByteMs;
    reports++;
    bytes += one.bytes;
  } while (performance.now() < untilMs);
  const lastedMs = performance.now() - started;
  return { reports, lastedMs, bytes, firstByteMs, grownMib: await memory.grownMib() };
}

async function readOne({ url, body }: ReadPlan) {
  const started = performance.now();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const asked = request(url, { method: "POST", agent, headers });
  asked.end(body);
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  const said = answer.headers["qs-response-code"];
  if (said !== "100 OK") throw new Error(`a report was answered ${said}`);
  let [bytes, firstByteMs] = [0, Number.NaN];
  answer.on("data", (chunk: Buffer) => {
    if (bytes === 0) firstByteMs = performance.now() - started;
    bytes += chunk.length;
  });
  await once(answer, "end");
  if (!answer.complete) throw new Error("a report was broken off");
  return { bytes, firstByteMs };
}

/** Returns the largest growth of the server's memory. */
async function watchMemory(url: string | undefined) {
  if (url === undefined) return { grownMib: async () => 0 };
  const before = await readMemory(url);
  let [largest, isOver] = [before, false];
  const watching = (async () => {
    while (!isOver) {
      largest = Math.max(largest, await readMemory(url));
      await pause(LOOK_EVERY_MS);
    }
  })();
  return {
    grownMib: async () => {
      isOver = true;
      await watching;
      return (largest - before) / MEBIBYTE;
    },
  };
}

async function readMemory(url: string): Promise<number> {
  const text = await (await fetch(url)).text();
  return Number(/^sixdoors_process_resident_memory_bytes (\S+)/m.exec(text)?.[1]);
}
