/** Errors of plain pages, as a line of text. */
import type { FastifyInstance } from "fastify";
import { logInternalError } from "./internal-error.ts";
import { asRequestError, type RequestErrorKind, retryAfterHeader } from "./request-error.ts";

const UNREADABLE = { status: 400, text: "The request could not be read." };
const TEXTS: Partial<Record<RequestErrorKind, typeof UNREADABLE>> = {
  too_many_requests: { status: 429, text: "Too many requests. Wait a moment and try again." },
  forbidden: {
    status: 403,
    text: "The request came from a page of another site. Open this address in your browser and use its button.",
  },
  body_too_large: { status: 413, text: "The request is too large." },
  unsupported_content_type: { status: 415, text: "This page accepts forms only." },
};

export function addPageErrors(scope: FastifyInstance): void {
  scope.setErrorHandler((error, request, reply) => {
    const requestError = asRequestError(error);
    if (requestError === undefined) logInternalError(request, error);
    const { status, text } =
      requestError === undefined
        ? { status: 503, text: "The server has a problem. Try again in a moment." }
        : (TEXTS[requestError.kind] ?? UNREADABLE);
    return reply
      .code(status)
      .headers(retryAfterHeader(requestError))
      .type("text/plain; charset=utf-8")
      .send(`${text}\n`);
  });
}
