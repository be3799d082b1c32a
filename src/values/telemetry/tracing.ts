/**
 * Steps of a trace: who asks, what is read, which statement runs, whom we call. This is all that the
 * program knows about tracing. Without a tracer, which is the default, work runs as it is. The tracer is
 * one for the process, because statements and outside calls are made far away from what opens it.
 */

/** What a step was about. Only names and counts: never a value that a caller sent. */
export interface SpanFacts {
  /** Such as "insert open_attempts". Never with parameters. */
  readonly statement?: string;
  readonly statements?: number;
  readonly cardHost?: string;
  readonly asked?: string;
  readonly bank?: string;
  readonly outcome?: string;
  readonly interfaceName?: string;
  readonly requestId?: string;
  readonly method?: string;
  /** The pattern of the route, never the address, which may contain secrets. */
  readonly route?: string;
  readonly status?: number;
}

export type StepKind = "login" | "read" | "core" | "statement";
/** Calls of others. They may begin a trace of their own: a job has no request. */
export type CallKind = "card host" | "verification" | "bank" | "webhook";

export interface Step<Result> {
  readonly kind: StepKind | CallKind;
  /** Such as "card host order". Default: the kind. */
  readonly name?: string;
  readonly facts?: SpanFacts;
  /** What the result says, if the step did not fail. */
  readonly describe?: (result: Awaited<Result>) => SpanFacts;
}

/** A request from outside. */
export interface RequestSpan {
  /** Everything that the work starts belongs to this request. */
  run(work: () => void): void;
  end(name: string, facts: SpanFacts): void;
}

export type SentHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface Tracer {
  /** Continues the trace of the caller's headers, or begins one. */
  openRequest(headers: SentHeaders): RequestSpan;
  runStep<Result>(step: Step<Result>, work: () => Result): Result;
  /** The headers that continue the current trace at another service. */
  currentHeaders(): Readonly<Record<string, string>>;
}

const NO_HEADERS = {};
let tracer: Tracer | undefined;

/** Called once at the start of a process, and by tests. */
export function setTracer(to: Tracer | undefined): void {
  tracer = to;
}

export function currentTracer(): Tracer | undefined {
  return tracer;
}

export function traceStep<Result>(step: Step<Result>, work: () => Result): Result {
  return tracer === undefined ? work() : tracer.runStep(step, work);
}

export function traceHeaders(): Readonly<Record<string, string>> {
  return tracer === undefined ? NO_HEADERS : tracer.currentHeaders();
}
