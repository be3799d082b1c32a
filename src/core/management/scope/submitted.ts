/** What a request asks the core to store, after a reader has turned it into typed values. */
import type { ErrorCollector } from "./field-errors.ts";

export interface Submitted<Values> {
  /** An unreadable value has a stand-in here. Store nothing before `errors.throwIfAny()`. */
  readonly values: Values;
  /** What the reader found wrong. The core adds what its own rules find. */
  readonly errors: ErrorCollector;
}

/** A change of the record with this id. */
export interface SubmittedChange<Values> extends Submitted<Values> {
  readonly id: string;
}
