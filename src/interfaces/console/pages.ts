/**
 * Serves the built console: one HTML document for every address, its assets, and security headers.
 */
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** The placeholder for the response's nonce in the built page. */
const NONCE_PLACE = "%STYLE_NONCE%";
const NONCE_BYTES = 16;

const HEADERS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy":
    "camera=(self), microphone=(), geolocation=(), payment=(), usb=(), clipboard-write=(self)",
  "x-frame-options": "DENY",
} as const;

const NOT_BUILT = `<!doctype html><html lang="en"><title>The console is not built</title>
<h1>The console is not built</h1>
<p>Run <code>npm run console</code> in the project's folder, then load this page again.</p></html>`;

export interface ConsolePagesNeeds {
  /** The build directory: console/dist. */
  readonly folder: string;
}

export async function consolePages(
  scope: FastifyInstance,
  { folder }: ConsolePagesNeeds,
): Promise<void> {
  scope.addHook("onRequest", async (_request, reply) => {
    reply.headers(HEADERS);
  });
  await scope.register(fastifyStatic, {
    root: path.join(folder, "assets"),
    prefix: "/assets/",
    decorateReply: false,
    index: false,
    preCompressed: true,
    // File names contain a hash of their content.
    immutable: true,
    maxAge: "365d",
    // The folder does not exist before the first build. The page then says so.
    suppressWarning: true,
  });
  const page = (request: FastifyRequest, reply: FastifyReply) => answer(request, reply, folder);
  scope.get("/", { schema: { hide: true } }, page);
  scope.get("/*", { schema: { hide: true } }, page);
}

/** The browser picks the screen, so every address except the API's gets the same document. */
async function answer(request: FastifyRequest, reply: FastifyReply, folder: string) {
  const { "*": below = "" } = request.params as { "*"?: string };
  if (/^(api|assets)(\/|$)/.test(below)) return reply.callNotFound();
  const html = await readPage(folder);
  const nonce = randomBytes(NONCE_BYTES).toString("base64url");
  return reply
    .code(html === undefined ? 503 : 200)
    .headers({ "content-security-policy": policy(nonce), "cache-control": "no-store" })
    .type("text/html; charset=utf-8")
    .send((html ?? NOT_BUILT).replaceAll(NONCE_PLACE, nonce));
}

/** Read on each request, because a build may replace it while the server runs. */
async function readPage(folder: string): Promise<string | undefined> {
  try {
    return await readFile(path.join(folder, "index.html"), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    // For the frame of a Test mode email, which has its own sandbox.
    "frame-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}
