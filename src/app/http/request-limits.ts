/** The rate limit per network address, which applies to every interface. */
import type { FastifyInstance } from "fastify";
import { addressNetwork } from "../../core/access/network.ts";
import type { RateLimit } from "../../core/access/rate-limit.ts";
import { TooOften } from "../../wire/request-error.ts";

export class RequestLimits {
  readonly #addresses: RateLimit;
  #lastUrgentMs = Number.NEGATIVE_INFINITY;

  constructor(addresses: RateLimit) {
    this.#addresses = addresses;
  }

  /** When the last urgent request arrived. Reports slow down after it. */
  readonly lastUrgentMs = (): number => this.#lastUrgentMs;

  /** Runs after the body was read, because the answer may depend on a field of it. */
  addToScope(scope: FastifyInstance, { isUrgent }: { readonly isUrgent: boolean }): void {
    const addresses = this.#addresses;
    scope.addHook("preValidation", (request, _reply, done) => {
      if (isUrgent) this.#lastUrgentMs = performance.now();
      const network = addresses.isOff ? "" : addressNetwork(request.ip);
      const isAllowed = addresses.admitRequest(network);
      done(isAllowed ? undefined : new TooOften("rate", addresses.waitMs(network)));
    });
  }
}
