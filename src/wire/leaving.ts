/** When whoever asked has gone away: what takes long need not go on. */
import type { FastifyReply } from "fastify";

export function leaving({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController();
  if (raw.destroyed) left.abort();
  else raw.once("close", () => left.abort());
  return left.signal;
}
