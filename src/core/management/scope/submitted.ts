/** The typed values of a request, with the errors that its reader found. */
import type { ErrorCollector } from "./field-errors.ts";

export interface Submitted<Values> {
  /** Unreadable values have placeholders. Store nothing before `errors.throwIfAny()`. */
  readonly values: Values;
  /** The core adds the errors of its own rules. */
  readonly errors: ErrorCollector;
}

/** A change of the record with this id. */
export interface SubmittedChange<Values> extends Submitted<Values> {
  readonly id: string;
}
