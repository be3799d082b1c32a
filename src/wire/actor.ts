/** Who turned out to be calling, for logs: each door says so once its login has succeeded. */
import type { FastifyRequest } from "fastify";

const ACTORS = new WeakMap<FastifyRequest, string>();

export function setActor(request: FastifyRequest, actor: string): void {
  ACTORS.set(request, actor);
}

export function actorOf(request: FastifyRequest): string | undefined {
  return ACTORS.get(request);
}
