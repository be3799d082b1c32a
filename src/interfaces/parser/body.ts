/**
 * The parser's body. One that cannot be read is kept for later: who is calling comes first, and
 * a caller may be known by its header alone.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { JsonBody } from "../../wire/body.ts";
import { decompressBodyOrEmpty } from "../../wire/content-encoding.ts";
import { RequestError } from "../../wire/request-error.ts";

/** JSON may write each character of a payload of 64 KiB in six. */
export const BODY_BYTES_MAX = 512 * 1_024;

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export function takeBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  const options = { parseAs: "buffer" } as const;
  scope.addContentTypeParser(
    "application/json",
    options,
    // Without a promise of its own: every payload comes through here.
    (request: FastifyRequest, sent: Buffer, done) => {
      decompressBodyOrEmpty(request, sent, (error, bytes) => {
        const body: JsonBody = { sent, bytes, value: error === null ? parse(bytes) : undefined };
        done(error, body);
      });
    },
  );
  scope.addContentTypeParser(
    "*",
    options,
    async (_request: FastifyRequest, bytes: Buffer): Promise<JsonBody> => {
      return { sent: bytes, bytes, value: bytes.length === 0 ? undefined : OTHER_TYPE };
    },
  );
}

/** Stands for a body that was not read, because its content type is not JSON. */
const OTHER_TYPE = Symbol("other type");

/** Whether a body was sent whose content type is not JSON. */
export function isOfOtherType(request: FastifyRequest): boolean {
  return (request.body as JsonBody | undefined | null)?.value === OTHER_TYPE;
}

/** The members of the body. Undefined: it is not a JSON object. */
export function membersOf(request: FastifyRequest): Readonly<Record<string, unknown>> | undefined {
  const members = bodyOf(request);
  if (members !== undefined || !isOfOtherType(request)) return members;
  throw new RequestError("unsupported_content_type", "body");
}

/** The members of the body, or undefined when it is no JSON object. */
export function bodyOf(request: FastifyRequest): Readonly<Record<string, unknown>> | undefined {
  const value = (request.body as JsonBody | undefined | null)?.value;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return value as Readonly<Record<string, unknown>>;
}

const NOTHING = new Uint8Array();

/** The body as it was sent, for signatures over it. */
export function bytesOf(request: FastifyRequest): Uint8Array {
  return (request.body as JsonBody | undefined | null)?.sent ?? NOTHING;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(UTF8.decode(bytes));
  } catch {
    return undefined;
  }
}
