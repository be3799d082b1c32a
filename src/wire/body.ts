/** Body parsers. Each interface adds only the parsers of the content types that it accepts. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { decompressBody, decompressBodyAsync } from "./content-encoding.ts";
import { FORM_TYPE, type Form, parseForm } from "./form.ts";
import { RequestError } from "./request-error.ts";

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The body as it was sent (for signatures), decompressed, and parsed. */
export interface JsonBody {
  readonly sent: Uint8Array;
  readonly bytes: Uint8Array;
  readonly value: unknown;
}

export function takeForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    FORM_TYPE,
    { parseAs: "buffer" },
    // Uses callbacks instead of a promise, because every payment comes through here.
    (request: FastifyRequest, body: Buffer, done) => {
      decompressBody(request, body, (requestError, bytes) => {
        const form = requestError ?? formOrError(bytes);
        if (form instanceof Error) done(form);
        else done(null, form);
      });
    },
  );
}

function formOrError(body: Buffer): Form | Error {
  try {
    return parseForm(decodeUtf8(body));
  } catch (error) {
    return error as Error;
  }
}

export function takeJson(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    "application/json",
    { parseAs: "buffer" },
    async (request: FastifyRequest, sent: Buffer): Promise<JsonBody> => {
      const bytes = await decompressBodyAsync(request, sent);
      return { sent, bytes, value: readJson(bytes) };
    },
  );
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new RequestError("unreadable_body", "body");
  }
}

/** Parses the bytes. Throws `unreadable_body` if they are not JSON in UTF-8. */
export function readJson(bytes: Uint8Array): unknown {
  const text = decodeUtf8(bytes);
  try {
    return JSON.parse(text);
  } catch {
    throw new RequestError("unreadable_body", "body");
  }
}
