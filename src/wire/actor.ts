/** The caller of a request, for logs. Each interface sets it after a successful login. */
import type { FastifyRequest } from "fastify";

const ACTOR = Symbol("actor");
type Recognized = FastifyRequest & { [ACTOR]?: string };

export function setActor(request: Recognized, actor: string): void {
  request[ACTOR] = actor;
}

export function requestActor(request: Recognized): string | undefined {
  return request[ACTOR];
}
