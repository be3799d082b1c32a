/**
 * Reads multipart/form-data (RFC 7578) into the same Form as a urlencoded body. Strict: one part
 * that cannot be read makes the whole body unreadable. This is our own code, because Busboy (3.2) hangs
 * on a part without headers, decodes leniently and ignores parts without a name.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { decompressBodyAsync } from "./content-encoding.ts";
import type { Form } from "./form.ts";
import { RequestError } from "./request-error.ts";

export const MULTIPART_TYPE = "multipart/form-data";
const FIELDS_MAX = 1_000;
const FIELD_BYTES_MAX = 256 * 1_024;
const HEADER_BYTES_MAX = 8 * 1_024;

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i;
const HEADER_LINE = /^([!#$%&'*+.^`|~\w-]+):[ \t]*(.*)$/;
const DISPOSITION = /^form-data((?:\s*;\s*[\w*]+=(?:"(?:[^"\\]|\\.)*"|[^\s;"]+))+)\s*$/i;
const PARAMETER = /;\s*([\w*]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/g;
/** The encodings that leave the bytes as they are. Others are used in email, not in forms. */
const PLAIN_ENCODING = /^(7bit|8bit|binary)$/i;

/** A file as it was sent. Nothing about it has been checked. */
export interface FilePart {
  readonly field: string;
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

export interface Multipart {
  readonly form: Form;
  readonly files: readonly FilePart[];
}

interface Part {
  readonly field: string;
  readonly fileName: string | undefined;
  readonly bytes: Buffer;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** The maximum number of files that the route accepts. */
    filesMax?: number;
  }
}

const FILES = new WeakMap<FastifyRequest, readonly FilePart[]>();

/** A file sent to a route that accepts none is an unsupported content type. */
export function addMultipartParser(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    MULTIPART_TYPE,
    { parseAs: "buffer" },
    async (request: FastifyRequest, sent: Buffer) => {
      const body = await decompressBodyAsync(request, sent);
      const { filesMax } = request.routeOptions.config;
      const { form, files } = parseMultipart(request.headers["content-type"] ?? "", body, filesMax);
      FILES.set(request, files);
      return form;
    },
  );
}

/** Returns the files of a multipart request. Its body is the form. */
export function requestFiles(request: FastifyRequest): readonly FilePart[] {
  return FILES.get(request) ?? [];
}

export function parseMultipart(contentType: string, body: Buffer, filesMax = 0): Multipart {
  const form = new Map<string, string[]>();
  const files: FilePart[] = [];
  let fields = 0;
  for (const part of splitParts(body, readBoundary(contentType))) {
    if (isFile(part)) {
      if (files.length >= filesMax) throw new RequestError("unsupported_content_type", "body");
      files.push({ field: part.field, fileName: part.fileName ?? "", bytes: part.bytes });
    } else {
      if (++fields > FIELDS_MAX) throw new RequestError("unreadable_body", "body", FIELDS_MAX);
      addText(form, part);
    }
  }
  return { form, files };
}

/** A browser sends an empty file input as a file without name and bytes. */
function isFile({ fileName, bytes }: Part): boolean {
  return fileName !== undefined && !(fileName === "" && bytes.length === 0);
}

function addText(form: Map<string, string[]>, { field, bytes }: Part): void {
  if (bytes.length > FIELD_BYTES_MAX) throw new RequestError("body_too_large", "body");
  const values = form.get(field);
  if (values === undefined) form.set(field, [decode(bytes)]);
  else values.push(decode(bytes));
}

function readBoundary(contentType: string): string {
  const [, quoted, bare] = BOUNDARY.exec(contentType) ?? [];
  return quoted ?? bare ?? unreadable();
}

/** Each part is between two delimiters: a line end, two dashes and the boundary. */
function* splitParts(body: Buffer, boundary: string): Generator<Part> {
  const delimiter = Buffer.from(`\r\n--${boundary}`, "latin1");
  let at = afterFirstDelimiter(body, delimiter);
  while (!isClosed(body, at)) {
    // The search starts at the delimiter's own line end, because a part may have no headers.
    const headersEnd = body.indexOf("\r\n\r\n", at);
    const end = headersEnd < 0 ? -1 : body.indexOf(delimiter, headersEnd + 4);
    if (end < 0) unreadable();
    const bytes = body.subarray(headersEnd + 4, end);
    yield { ...describe(body.subarray(at, headersEnd)), bytes };
    at = end + delimiter.length;
  }
}

/** Only a line end may precede the first delimiter. */
function afterFirstDelimiter(body: Buffer, delimiter: Buffer): number {
  for (const start of [delimiter, delimiter.subarray(2)]) {
    if (body.subarray(0, start.length).equals(start)) return start.length;
  }
  return unreadable();
}

/** Two dashes end the last delimiter, and only a line end may follow. */
function isClosed(body: Buffer, at: number): boolean {
  if (body.toString("latin1", at, at + 2) !== "--") return false;
  const rest = body.toString("latin1", at + 2, at + 6);
  return rest === "" || rest === "\r\n" || unreadable();
}

function describe(block: Buffer): Pick<Part, "field" | "fileName"> {
  const headers = readHeaders(block);
  if (!PLAIN_ENCODING.test(headers.get("content-transfer-encoding") ?? "binary")) unreadable();
  const [, list = unreadable()] = DISPOSITION.exec(headers.get("content-disposition") ?? "") ?? [];
  const parameters = toUniqueMap(
    [...list.matchAll(PARAMETER)].map(([, name = "", quoted, bare = ""]) => [
      name,
      quoted?.replace(/\\(.)/g, "$1") ?? bare,
    ]),
  );
  const field = parameters.get("name") ?? unreadable();
  return { field, fileName: parameters.get("filename") ?? parameters.get("filename*") };
}

function readHeaders(block: Buffer): ReadonlyMap<string, string> {
  if (block.length > HEADER_BYTES_MAX) unreadable();
  const [delimiterLine, ...lines] = decode(block).split("\r\n");
  if (delimiterLine !== "") unreadable();
  return toUniqueMap(
    lines.map((line) => {
      const [, name = unreadable(), value = ""] = HEADER_LINE.exec(line) ?? [];
      return [name, value];
    }),
  );
}

/** Names are case-insensitive. A name that occurs twice makes the part unreadable. */
function toUniqueMap(pairs: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  const map = new Map(pairs.map(([name, value]) => [name.toLowerCase(), value]));
  return map.size === pairs.length ? map : unreadable();
}

function decode(bytes: Buffer): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    return unreadable();
  }
}

function unreadable(): never {
  throw new RequestError("unreadable_body", "body");
}
