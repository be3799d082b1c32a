/** What a request meets at every interface, before the interface's own work. */
import type { FastifyInstance } from "fastify";
import { networkOf } from "../../core/access/network.ts";
import type { RateLimit } from "../../core/access/rate-limit.ts";
import { TooOften } from "../../wire/request-error.ts";

export class RequestLimits {
  readonly #addresses: RateLimit;
  #lastUrgentMs = Number.NEGATIVE_INFINITY;

  constructor(addresses: RateLimit) {
    this.#addresses = addresses;
  }

  /** When something was last asked for that somebody waits for: reports step back for it. */
  readonly lastUrgentMs = (): number => this.#lastUrgentMs;

  /** After the body was read: the answer needs its format. One hook, since each costs. */
  addToScope(scope: FastifyInstance, { isUrgent }: { readonly isUrgent: boolean }): void {
    const addresses = this.#addresses;
    scope.addHook("preValidation", (request, _reply, done) => {
      if (isUrgent) this.#lastUrgentMs = performance.now();
      const network = addresses.isOff ? "" : networkOf(request.ip);
      const isAllowed = addresses.take(network);
      done(isAllowed ? undefined : new TooOften("rate", addresses.waitMs(network)));
    });
  }
}
