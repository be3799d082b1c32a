/**
 * A logger that is created at its first use. Fastify creates one for every request, and most
 * requests do not log anything with it.
 */
import type { FastifyBaseLogger } from "fastify";

export class LazyLog implements FastifyBaseLogger {
  readonly #make: () => FastifyBaseLogger;
  #made: FastifyBaseLogger | undefined;

  constructor(make: () => FastifyBaseLogger) {
    this.#make = make;
  }

  /** Ignores Fastify's serializers. Those of our own logger leave out what must not be logged. */
  child(bindings: Record<string, unknown>): LazyLog {
    return new LazyLog(() => this.#log.child(bindings));
  }

  get #log(): FastifyBaseLogger {
    this.#made ??= this.#make();
    return this.#made;
  }

  get level() {
    return this.#log.level;
  }

  get fatal() {
    return this.#log.fatal.bind(this.#log);
  }

  get error() {
    return this.#log.error.bind(this.#log);
  }

  get warn() {
    return this.#log.warn.bind(this.#log);
  }

  get info() {
    return this.#log.info.bind(this.#log);
  }

  get debug() {
    return this.#log.debug.bind(this.#log);
  }

  get trace() {
    return this.#log.trace.bind(this.#log);
  }

  get silent() {
    return this.#log.silent.bind(this.#log);
  }
}
