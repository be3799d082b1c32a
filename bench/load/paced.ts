/**
 * Sends requests at an even rate, whether answers arrive or not. A request that waits for a
 * connection counts from when it was due. (Autocannon sends a second's share at once and then
 * pauses.)
 */
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import type { LoadPlan } from "./plan.ts";

const TICK_MS = 1;

export interface Answered {
  readonly tookMs: number;
  /** The unexpected answer. */
  readonly error: string | undefined;
}

export async function firePaced(plan: LoadPlan, rate: number, timeoutMs: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: plan.connections });
  const started = performance.now();
  const count = Math.floor(rate * plan.seconds);
  const answers: Promise<Answered>[] = [];
  while (answers.length < count) {
    const due = Math.floor(((performance.now() - started) / 1_000) * rate);
    while (answers.length <= due && answers.length < count) {
      const dueMs = started + (answers.length / rate) * 1_000;
      answers.push(ask(plan, { agent, dueMs, place: answers.length, timeoutMs }));
    }
    await pause(TICK_MS);
  }
  const answered = await Promise.all(answers);
  agent.destroy();
  return answered;
}

interface Shot {
  readonly agent: Agent;
  readonly dueMs: number;
  readonly place: number;
  readonly timeoutMs: number;
}

async function ask(plan: LoadPlan, { agent, dueMs, place, timeoutMs }: Shot): Promise<Answered> {
  try {
    const headers = { "content-type": plan.contentType, ...plan.headers };
    const signal = AbortSignal.timeout(timeoutMs);
    const asked = request(plan.url, { method: "POST", agent, headers, signal });
    asked.end(plan.bodies[place % plan.bodies.length]);
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    const body = await text(answer);
    const isGood = answer.statusCode === 200 && body.includes(plan.expected);
    return { tookMs: performance.now() - dueMs, error: isGood ? undefined : body };
  } catch (error) {
    return { tookMs: performance.now() - dueMs, error: String(error) };
  }
}
