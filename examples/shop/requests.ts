/** Reads requests and answers them. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Html } from "./html.ts";

const BODY_BYTES_MAX = 100_000;

/** An answer that is not a page of the shop: a status and why. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export async function readText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > BODY_BYTES_MAX) throw new Refusal(413, "The request is too large.");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** A browser says where a form comes from. Forms of other sites are refused. */
export async function readForm(request: IncomingMessage): Promise<(name: string) => string> {
  const site = request.headers["sec-fetch-site"] ?? "same-origin";
  if (site !== "same-origin") throw new Refusal(403, "This form is not from our shop.");
  const form = new URLSearchParams(await readText(request));
  return (name) => form.get(name)?.trim() ?? "";
}

/** The owner of the shop signs in with the user name "owner" and a password. */
export function checkOwner({ headers }: IncomingMessage, password: string): void {
  const sent = headers.authorization ?? "";
  const right = `Basic ${Buffer.from(`owner:${password}`).toString("base64")}`;
  const [one, other] = [sent, right].map((text) => createHash("sha256").update(text).digest());
  if (one === undefined || other === undefined || !timingSafeEqual(one, other)) {
    throw new Refusal(401, "Sign in as the owner of the shop.");
  }
}

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
};

export function sendPage(response: ServerResponse, { text }: Html, status = 200): void {
  const login = status === 401 ? { "www-authenticate": 'Basic realm="Shop"' } : {};
  response.writeHead(status, { ...HEADERS, ...login }).end(text);
}

export function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location }).end();
}
