/**
 * What an interface knows about a request, for the request log of certification: the operation in
 * plain words, the account or partner, the amount and the outcome. Each interface adds to the note
 * as it learns more, so a refused request has a note too.
 */
import type { FastifyRequest } from "fastify";
import type { RequestOutcome } from "../values/request-outcome.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route's operation, if the summary of its schema is too long for a list. */
    operation?: string;
  }
}

export interface RequestNote {
  /** More exact than the route's operation: "Refund". */
  readonly operation?: string | undefined;
  /** The account that the request named, even if its login failed. */
  readonly accountId?: string | undefined;
  readonly partnerId?: string | undefined;
  readonly transactionId?: string | undefined;
  /** The payment that a capture, refund or reversal changes. */
  readonly originalId?: string | undefined;
  readonly amountCents?: number | undefined;
  /** Default: from the HTTP status. */
  readonly outcome?: RequestOutcome | undefined;
  readonly errorCode?: number | undefined;
  /** The caller exceeded a limit. Some interfaces answer as after an internal error then. */
  readonly isOverLimit?: boolean | undefined;
}

type Writable = { -readonly [Name in keyof RequestNote]: RequestNote[Name] };

const NOTE = Symbol("note");
type Noted = FastifyRequest & { [NOTE]?: Writable };

/** Later values replace earlier ones. */
export function noteRequest(request: FastifyRequest, note: RequestNote): void {
  const noted = request as Noted;
  if (noted[NOTE] === undefined) noted[NOTE] = { ...note };
  else Object.assign(noted[NOTE], note);
}

export function requestNote(request: FastifyRequest): RequestNote {
  return (request as Noted)[NOTE] ?? {};
}

/** The operation of a request in plain words: "Create client". */
export function requestOperation(request: FastifyRequest, status: number): string {
  const { config, schema } = request.routeOptions;
  if (request.is404) return status === 405 ? "Method not allowed" : "Unknown address";
  const { summary } = (schema ?? {}) as { readonly summary?: string };
  return requestNote(request).operation ?? config?.operation ?? summary ?? "Request";
}
