/** Who turned out to be calling, for logs: each interface says so once its login has succeeded. */
import type { FastifyRequest } from "fastify";

const ACTOR = Symbol("actor");
type Recognized = FastifyRequest & { [ACTOR]?: string };

export function setActor(request: Recognized, actor: string): void {
  request[ACTOR] = actor;
}

export function requestActor(request: Recognized): string | undefined {
  return request[ACTOR];
}
