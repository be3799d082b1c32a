/** Sends rows of any number as a file, while the database reads them. */
import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { abortOnDisconnect, resetOnStreamError } from "../../wire/early-end.ts";
import { Unavailable } from "../../wire/internal-error.ts";
import { ConsoleRefusal } from "./errors.ts";

interface TooMany {
  readonly kind: "too_many";
}

/** Refuses if too many are running. The query ends when the client disconnects. */
export async function runWhileConnected<Answer extends { readonly kind: string }>(
  reply: FastifyReply,
  run: (left: AbortSignal) => Promise<Answer | TooMany>,
): Promise<Answer> {
  const left = abortOnDisconnect(reply);
  try {
    const answer = await run(left);
    if (answer.kind === "too_many") throw tooManyReports();
    return answer as Answer;
  } catch (error) {
    // The client disconnected. This is not an error.
    throw left.aborted ? new Unavailable("the client disconnected") : error;
  }
}

export function sendStream(
  reply: FastifyReply,
  stream: Readable,
  { type, fileName }: { readonly type: string; readonly fileName: string },
): FastifyReply {
  resetOnStreamError(stream, reply);
  return reply
    .type(type)
    .header("content-disposition", `attachment; filename="${fileName}"`)
    .send(stream);
}

/** Area E returns 611 for this. */
function tooManyReports(): ConsoleRefusal {
  return new ConsoleRefusal({
    status: 429,
    code: "too_many_requests",
    message:
      "Too many reports are running. Wait until one is finished or cancel one, then try again.",
  });
}
