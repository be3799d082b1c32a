/** The tracer of the program, made of OpenTelemetry. Only this folder knows OpenTelemetry. */
import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Attributes,
  type Context,
  type Tracer as OtelTracer,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import type {
  RequestSpan,
  SentHeaders,
  SpanFacts,
  Step,
  StepKind,
  Tracer,
} from "../../values/telemetry/tracing.ts";

/** A span that is not over yet, and the context in which its steps run. */
interface OpenSpan {
  readonly span: Span;
  readonly context: Context;
  isOver: boolean;
}

/** The names of OpenTelemetry's conventions, where it has one. */
const NAMES: Readonly<Record<keyof SpanFacts, string>> = {
  statement: "db.query.summary",
  statements: "db.operation.batch.size",
  cardHost: "sixdoors.card_host",
  asked: "sixdoors.asked",
  bank: "sixdoors.bank",
  outcome: "sixdoors.outcome",
  interfaceName: "sixdoors.interface",
  requestId: "sixdoors.request_id",
  method: "http.request.method",
  route: "http.route",
  status: "http.response.status_code",
};
/** Steps that are shown only as a part of something else: timers ask the database all day. */
const INNER: ReadonlySet<string> = new Set<StepKind>(["login", "read", "core", "statement"]);
const OWN_STEPS: ReadonlySet<string> = new Set<StepKind>(["login", "read", "core"]);
const SERVER_ERRORS = 500;

export class OpenTelemetryTracer implements Tracer {
  readonly #tracer: OtelTracer;
  readonly #current = new AsyncLocalStorage<OpenSpan>();
  readonly #propagator = new W3CTraceContextPropagator();

  constructor(tracer: OtelTracer) {
    this.#tracer = tracer;
  }

  openRequest(headers: SentHeaders): RequestSpan {
    const parent = this.#propagator.extract(ROOT_CONTEXT, headers, HEADER_GETTER);
    const open = this.#open("request", SpanKind.SERVER, parent);
    return {
      run: (work) => this.#current.run(open, work),
      end: (name, facts) => {
        open.span.updateName(name);
        if ((facts.status ?? 0) >= SERVER_ERRORS) open.span.setStatus(FAILED);
        end(open, facts);
      },
    };
  }

  runStep<Result>(step: Step<Result>, work: () => Result): Result {
    const current = this.#current.getStore();
    const parent = current?.isOver === false ? current.context : undefined;
    if (parent === undefined && INNER.has(step.kind)) return work();
    const kind = OWN_STEPS.has(step.kind) ? SpanKind.INTERNAL : SpanKind.CLIENT;
    const open = this.#open(step.name ?? step.kind, kind, parent ?? ROOT_CONTEXT);
    return this.#current.run(open, () => follow(open, step, work));
  }

  currentHeaders(): Readonly<Record<string, string>> {
    const current = this.#current.getStore();
    const headers: Record<string, string> = {};
    if (current?.isOver === false) {
      this.#propagator.inject(current.context, headers, HEADER_SETTER);
    }
    return headers;
  }

  #open(name: string, kind: SpanKind, parent: Context): OpenSpan {
    const span = this.#tracer.startSpan(name, { kind }, parent);
    return { span, context: trace.setSpan(parent, span), isOver: false };
  }
}

const FAILED = { code: SpanStatusCode.ERROR };

/** A result that is a promise ends the span later. */
function follow<Result>(open: OpenSpan, step: Step<Result>, work: () => Result): Result {
  const succeed = (result: Awaited<Result>) =>
    end(open, { ...step.facts, ...step.describe?.(result) });
  const fail = (error: unknown) => {
    // Not the message: it could repeat what a caller sent.
    open.span.setAttribute("error.type", errorName(error));
    open.span.setStatus(FAILED);
    end(open, { ...step.facts });
  };
  try {
    const result = work();
    if (result instanceof Promise) result.then(succeed, fail);
    else succeed(result as Awaited<Result>);
    return result;
  } catch (error) {
    fail(error);
    throw error;
  }
}

function end(open: OpenSpan, facts: SpanFacts): void {
  open.isOver = true;
  const attributes: Attributes = {};
  for (const [name, value] of Object.entries(facts)) {
    attributes[NAMES[name as keyof SpanFacts]] = value;
  }
  if (facts.statement !== undefined) attributes["db.system.name"] = "postgresql";
  open.span.setAttributes(attributes);
  open.span.end();
}

function errorName(error: unknown): string {
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
  return typeof code === "string" ? code : String(name ?? "unknown");
}

const HEADER_GETTER = {
  keys: (headers: SentHeaders) => Object.keys(headers),
  get: (headers: SentHeaders, name: string) => headers[name] as string | string[] | undefined,
};

const HEADER_SETTER = {
  set: (headers: Record<string, string>, name: string, value: string) => {
    headers[name] = value;
  },
};
