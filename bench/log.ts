/**
 * Measures the processor time of a log line: masking it, and writing it at once or buffered. Run
 * `node bench/log.ts > some-file`; the figures go to standard error.
 */
import { destination, pino } from "pino";
import { maskingDestination } from "../src/adapters/log/masking-destination.ts";
import { maskJson } from "../src/values/masking/mask.ts";

const ROUNDS = 9;
const REQUEST = {
  method: "POST",
  route: "/api/qsapi/3.8",
  status: 200,
  ms: 12.3,
  from: "203.0.113.77",
  msg: "the request was answered and everything is as it should be",
};

measureMasking("nothing to hide", {});
measureMasking("with a 12-digit and a 25-digit id", {
  transaction: "320000000123",
  messageId: "1202611150102031234567890",
});
measureMasking("with a card number", { note: "4111 1111 1111 1111" });
measureMasking("with a token", { url: "/api/json/users/?token=6d1f0f5a&page=2" });

await measureWriting("made and masked, not written", () => {});
for (const [name, options] of [
  ["written at once", { sync: true }],
  ["gathered while one is written", { sync: false }],
  ["gathered to 4 KiB", { sync: false, minLength: 4096 }],
] as const) {
  const output = destination({ dest: 1, ...options });
  await measureWriting(name, (line) => output.write(line));
}

function measureMasking(name: string, fields: object): void {
  const reqId = "6d1f0f5a-2b7c-4c0e-9a3f-5d2e8c7b1a90";
  const head = { level: "info", time: "2026-11-15T01:02:03.456Z", pid: 12345, reqId };
  const line = `${JSON.stringify({ ...head, ...fields, ...REQUEST })}\n`;
  const times = Array.from({ length: ROUNDS }, () => {
    const start = process.cpuUsage();
    for (let count = 0; count < 100_000; count++) maskJson(line);
    return microseconds(start) / 100_000;
  });
  report(`masking ${line.length} characters, ${name}`, times);
}

/** Writes in bursts with pauses, so that buffered lines are written. */
async function measureWriting(name: string, write: (line: string) => void): Promise<void> {
  const log = pino({}, maskingDestination({ terminal: false, write }));
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = process.cpuUsage();
    for (let count = 0; count < 2_000; count++) log.info(REQUEST);
    await new Promise((resolve) => setTimeout(resolve, 30));
    times.push(microseconds(start) / 2_000);
  }
  report(`a line ${name}`, times);
}

/** Uses processor time, so that other programs matter less. */
function microseconds(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

function report(name: string, times: number[]): void {
  const median = times.sort((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? 0;
  console.error(`${median.toFixed(2).padStart(6)} µs  ${name}`);
}
