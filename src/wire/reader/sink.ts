/**
 * Receives the problems that rules find. It decides whether reading stops and which error is
 * reported.
 */
import type { RequestError } from "../request-error.ts";
import type { Problem } from "./problem.ts";

export interface Sink<Own = never> {
  /** May throw. If it returns, the rule continues with a placeholder value that must not be used. */
  report(field: string, problem: Problem<Own>): void;
}

/** Maps the problem of a field to the error of an interface. */
export type ErrorTable<Own, Reported> = (field: string, problem: Problem<Own>) => Reported;

/** Stops at the first problem. */
export class FirstError<Own = never> implements Sink<Own> {
  readonly #table: ErrorTable<Own, RequestError>;

  constructor(table: ErrorTable<Own, RequestError>) {
    this.#table = table;
  }

  report(field: string, problem: Problem<Own>): never {
    throw this.#table(field, problem);
  }
}

/** Collects every problem, in the order in which the fields are read. */
export class AllErrors<Own, Reported> implements Sink<Own> {
  readonly errors: Reported[] = [];
  readonly #table: ErrorTable<Own, Reported>;

  constructor(table: ErrorTable<Own, Reported>) {
    this.#table = table;
  }

  report(field: string, problem: Problem<Own>): void {
    this.errors.push(this.#table(field, problem));
  }
}

/** Collects the first problem of every field, as a sentence. */
export class FieldSentences<Own = never> implements Sink<Own> {
  readonly sentences = new Map<string, string>();
  readonly #table: ErrorTable<Own, string>;

  constructor(table: ErrorTable<Own, string>) {
    this.#table = table;
  }

  report(field: string, problem: Problem<Own>): void {
    this.add(field, this.#table(field, problem));
  }

  /** A sentence about a rule between fields. */
  add(field: string, sentence: string): void {
    if (!this.sentences.has(field)) this.sentences.set(field, sentence);
  }
}

/** Only remembers that there was a problem. */
export class ProblemFlag implements Sink<unknown> {
  hasProblem = false;

  report(): void {
    this.hasProblem = true;
  }
}
