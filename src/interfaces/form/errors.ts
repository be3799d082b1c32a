/** The pages for requests that lead nowhere, and for trouble of our own. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { logInternalError } from "../../wire/internal-error.ts";
import {
  asRequestError,
  ENCODING_TEXT,
  type RequestErrorKind,
  retryAfterHeader,
} from "../../wire/request-error.ts";
import { pageHeaders, writeMessage, writePage } from "./page.ts";

const UNREADABLE = { status: 400, words: "The form could not be read. Nothing was charged." };
const ERRORS: Partial<Record<RequestErrorKind, typeof UNREADABLE>> = {
  too_many_requests: {
    status: 429,
    words:
      "Too many requests at once. Nothing was charged by this try. Please try again in a moment.",
  },
  body_too_large: { status: 413, words: "The form is too large. Nothing was charged." },
  unsupported_content_type: {
    status: 415,
    words: "The form is of another type than this page's. Nothing was charged.",
  },
  unsupported_encoding: { status: 415, words: `${ENCODING_TEXT} Nothing was charged.` },
  method_not_allowed: {
    status: 405,
    words: "This page cannot be asked in this way. Nothing was charged.",
  },
};

export function sendNotFound(reply: FastifyReply, isTrial: boolean) {
  const words = "There is no payment page at this address. Please check the link you were given.";
  return sendMessage(reply, 404, { title: "No such page", words, isTrial });
}

export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  { error, isTrial }: { readonly error: unknown; readonly isTrial: boolean },
) {
  const requestError = asRequestError(error);
  if (requestError !== undefined) {
    const { status, words } = ERRORS[requestError.kind] ?? UNREADABLE;
    return sendMessage(reply.headers(retryAfterHeader(error)), status, {
      title: "Not paid",
      words,
      isTrial,
    });
  }
  logInternalError(request, error);
  return sendTrouble(request, reply, isTrial);
}

/** A charge that was begun leads to its receipt's address: only there something may be unknown. */
function sendTrouble(request: FastifyRequest, reply: FastifyReply, isTrial: boolean) {
  const isReceipt = request.url.includes("/receipt/");
  const title = isReceipt ? "We cannot look at the moment" : "Not available at the moment";
  const words = isReceipt
    ? "Please do not pay again: this page looks again by itself and will tell you how it ended."
    : "Nothing was charged by this try. Please try again in a moment.";
  const waitsAt = isReceipt ? request.url : undefined;
  return sendMessage(reply, 503, { title, words, isTrial, waitsAt });
}

interface Message {
  readonly title: string;
  readonly words: string;
  readonly isTrial: boolean;
  readonly waitsAt?: string | undefined;
}

/** Never inside JSON: the page's script takes every status but 200 for "try again". */
function sendMessage(reply: FastifyReply, status: number, message: Message) {
  const { title, words, isTrial, waitsAt } = message;
  const html = writePage({ title, content: writeMessage(title, [words]), isTrial, waitsAt });
  return reply.code(status).headers(pageHeaders([])).type("text/html; charset=utf-8").send(html);
}
