/** The pages for request errors and internal errors. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { logInternalError } from "../../wire/internal-error.ts";
import {
  asRequestError,
  ENCODING_TEXT,
  type RequestErrorKind,
  retryAfterHeader,
} from "../../wire/request-error.ts";
import { pageHeaders, writeMessage, writePage } from "./page.ts";

const UNREADABLE = {
  status: 400,
  text: "We could not read the form. You have not been charged. Please reload the page and try again.",
};
const ERRORS: Partial<Record<RequestErrorKind, typeof UNREADABLE>> = {
  too_many_requests: {
    status: 429,
    text: "Too many requests right now. This attempt did not charge you. Please try again in a moment.",
  },
  body_too_large: {
    status: 413,
    text: "Your entries are too long. You have not been charged. Please shorten them and try again.",
  },
  unsupported_content_type: {
    status: 415,
    text: "We could not read what your browser sent. You have not been charged. Please open the page again and try once more.",
  },
  unsupported_encoding: { status: 415, text: `${ENCODING_TEXT} You have not been charged.` },
  method_not_allowed: {
    status: 405,
    text: "This page works only in a web browser. You have not been charged. Please open the page in a browser.",
  },
};

export function sendPageNotFound(reply: FastifyReply, isTrial: boolean) {
  const text =
    "There is no payment page at this address. Please check the link, or ask the merchant for a new one.";
  return sendMessage(reply, 404, { title: "Page not found", text, isTrial });
}

export function sendErrorPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { error, isTrial }: { readonly error: unknown; readonly isTrial: boolean },
) {
  const requestError = asRequestError(error);
  if (requestError !== undefined) {
    const { status, text } = ERRORS[requestError.kind] ?? UNREADABLE;
    return sendMessage(reply.headers(retryAfterHeader(error)), status, {
      title: "Payment not made",
      text,
      isTrial,
    });
  }
  logInternalError(request, error);
  return sendInternalError(request, reply, isTrial);
}

/** A payment that was started leads to its receipt page, so only there the result may be unknown. */
function sendInternalError(request: FastifyRequest, reply: FastifyReply, isTrial: boolean) {
  const isReceipt = request.url.includes("/receipt/");
  const title = isReceipt ? "We cannot check your payment right now" : "Temporarily unavailable";
  const text = isReceipt
    ? "Please do not pay again. This page checks again automatically and will show you the result."
    : "This attempt did not charge you. Please try again in a moment.";
  const waitsAt = isReceipt ? request.url : undefined;
  return sendMessage(reply, 503, { title, text, isTrial, waitsAt });
}

interface Message {
  readonly title: string;
  readonly text: string;
  readonly isTrial: boolean;
  readonly waitsAt?: string | undefined;
}

/** Never as JSON: the page's script treats every status but 200 as "try again". */
function sendMessage(reply: FastifyReply, status: number, message: Message) {
  const { title, text, isTrial, waitsAt } = message;
  const html = writePage({ title, content: writeMessage(title, [text]), isTrial, waitsAt });
  return reply.code(status).headers(pageHeaders([])).type("text/html; charset=utf-8").send(html);
}
