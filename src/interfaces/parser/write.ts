/** What the parser answers. Every answer has a message id, and echoes the caller's reference. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { MessageIds } from "../../core/estate/message-ids.ts";
import { bodyOf } from "./body.ts";
import type { ParserError } from "./errors.ts";
import { echoOf } from "./read.ts";

interface Answer {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly error: ParserError;
}

export async function sendError(
  { messageIds }: { readonly messageIds: MessageIds },
  { request, reply, error }: Answer,
): Promise<FastifyReply> {
  const { status, errCode, errMessage } = error;
  const messageId = await messageIds.next();
  if (status === 401) reply.header("www-authenticate", 'Basic realm="Users"');
  return reply
    .code(status)
    .send({ success: false, errMessage, errCode, reference: echoOf(bodyOf(request)), messageId });
}
