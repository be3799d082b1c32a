/**
 * A card host on this machine, as docs/card-host.md asks for one: it remembers every order by its
 * reference, answers the same again, and forgets nothing. What a test says comes before that.
 */
import type { TestContext } from "node:test";
import { openReceiver, type Receiver, type Reply } from "./receiver.ts";

export type Words = Readonly<Record<string, unknown>>;

export interface TestCardHost extends Receiver {
  readonly url: string;
  /** By path: orders, inquiries, reversals. */
  asked(path: string): readonly Words[];
}

const APPROVED = { outcome: "approved", authorization_code: "OK1234" };

/** `decide` gives the words of an answer; undefined: the order is taken, and its answer lost. */
export async function openCardHost(
  t: TestContext,
  decide: (order: Words) => Words | undefined = () => APPROVED,
): Promise<TestCardHost> {
  const taken = new Map<unknown, Words>();
  const reply: Reply = (response, { path, body }) => {
    const order = JSON.parse(body) as Words;
    const { reference } = order;
    const isLost = path.endsWith("/orders") && decide(order) === undefined;
    if (path.endsWith("/orders")) taken.set(reference, decide(order) ?? APPROVED);
    if (path.endsWith("/reversals")) taken.set(reference, { outcome: "reversed" });
    const known = taken.get(reference) ?? { outcome: "never_arrived" };
    if (isLost) response.destroy();
    else response.end(JSON.stringify({ reference, ...known }));
  };
  const receiver = await openReceiver(t, reply);
  const asked = (path: string) =>
    receiver.arrivals
      .filter((arrival) => arrival.path === `/hook/${path}`)
      .map(({ body }) => JSON.parse(body) as Words);
  return { ...receiver, asked };
}
