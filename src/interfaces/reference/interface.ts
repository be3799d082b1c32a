/** The API reference at /docs: a page to read about every call and try it, and the guides. */
import { readdir } from "node:fs/promises";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import type { CertificationSeed } from "../../core/certification/certification-seed.ts";
import { readPageAsset, servePageAssets } from "../../wire/page-assets.ts";
import { addPageErrors } from "../../wire/page-errors.ts";
import { NOT_BUILT_PAGE, PAGE_HEADERS, writePage } from "./page.ts";
import { publishedLogins } from "./published-logins.ts";

export interface ReferenceNeeds {
  /** The address of the interface. */
  readonly path: string;
  /** The folder of the built script: console/dist/reference. */
  readonly scriptFolder: string;
  /** The folder of the guides in Markdown: docs. */
  readonly guideFolder: string;
  /** Undefined in production, where nothing is filled in. */
  readonly certification: CertificationSeed | undefined;
}

const HIDDEN = { schema: { hide: true } };
const FOLDER = "src/interfaces/reference/assets";
const START = readPageAsset(`${FOLDER}/reference-start.js`);
const REPAIRS = readPageAsset(`${FOLDER}/reference-repairs.js`);
const STYLE = readPageAsset(`${FOLDER}/reference.css`);
const ICON = readPageAsset("src/interfaces/form/assets/icon.svg");
const BUILT_SCRIPT = /^reference\.[0-9a-f]+\.js$/;

export async function referenceInterface(
  scope: FastifyInstance,
  needs: ReferenceNeeds,
): Promise<void> {
  const { path, scriptFolder, guideFolder, certification } = needs;
  const logins = certification && publishedLogins(certification);
  const assets = { start: START.name, repairs: REPAIRS.name, style: STYLE.name, icon: ICON.name };
  addPageErrors(scope);
  servePageAssets(scope, [START, REPAIRS, STYLE, ICON]);
  await serveScript(scope, scriptFolder);
  await serveGuides(scope, guideFolder);

  scope.get("/", HIDDEN, async (_request, reply) => {
    const script = await findBuiltScript(scriptFolder);
    const html =
      script === undefined ? NOT_BUILT_PAGE : writePage({ path, script, assets, logins });
    return reply
      .code(script === undefined ? 503 : 200)
      .headers(PAGE_HEADERS)
      .type("text/html; charset=utf-8")
      .send(html);
  });
}

/** Looked up on each request, because a build may replace it while the server runs. */
async function findBuiltScript(folder: string): Promise<string | undefined> {
  const names = await readdir(folder).catch(() => []);
  return names.find((name) => BUILT_SCRIPT.test(name));
}

async function serveScript(scope: FastifyInstance, root: string): Promise<void> {
  await scope.register(fastifyStatic, {
    root,
    prefix: "/script/",
    decorateReply: false,
    index: false,
    allowedPath: (name) => BUILT_SCRIPT.test(name.slice(1)),
    preCompressed: true,
    // The file name contains a hash of its content.
    immutable: true,
    maxAge: "365d",
    // The folder does not exist before the first build. The page then says so.
    suppressWarning: true,
  });
}

/** As text, because browsers download Markdown instead of showing it. */
async function serveGuides(scope: FastifyInstance, root: string): Promise<void> {
  await scope.register(fastifyStatic, {
    root,
    prefix: "/guides/",
    decorateReply: false,
    index: false,
    allowedPath: (name) => name.endsWith(".md"),
    setHeaders: (reply) => {
      reply.header("content-type", "text/plain; charset=utf-8");
      reply.header("x-content-type-options", "nosniff");
    },
  });
}
