/**
 * The bare peer of webhooks: a loop that posts bodies with undici. A child process of the bench.
 */
import { randomUUID } from "node:crypto";
import { Agent } from "undici";

export interface PostPlan {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly count: number;
  /** How many posts run at a time. */
  readonly lanes: number;
}

process.once("disconnect", () => process.exit());
process.on("message", (plan: PostPlan) => {
  postAll(plan).then(() => process.send?.({ kind: "posted" }));
});

async function postAll(plan: PostPlan): Promise<void> {
  const agent = new Agent({ connections: plan.lanes, pipelining: 1 });
  let left = plan.count;
  const lane = async () => {
    while (left-- > 0) await post(agent, plan);
  };
  await Promise.all(Array.from({ length: plan.lanes }, lane));
  await agent.close();
}

async function post(agent: Agent, { url, body, headers }: PostPlan): Promise<void> {
  const { origin, pathname } = new URL(url);
  const answer = await agent.request({
    origin,
    path: pathname,
    method: "POST",
    headers: { ...headers, "webhook-id": randomUUID() },
    body,
  });
  await answer.body.text();
}
