/**
 * Writes the browser script of the API reference, compressed and with its license, into the folder
 * of the first argument. Started by console.mjs on the pinned Node.
 */
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import scalar from "@scalar/fastify-api-reference";
import Fastify from "fastify";
import { ROOT } from "./install.mjs";

const PACKAGE = path.join(ROOT, "node_modules", "@scalar", "fastify-api-reference");
const [, , folder] = process.argv;

const script = await readScript();
const hash = createHash("sha256").update(script).digest("hex").slice(0, 12);
const file = path.join(folder, `reference.${hash}.js`);
mkdirSync(folder, { recursive: true });
writeFileSync(file, script);
writeFileSync(`${file}.gz`, gzipSync(script, { level: 9 }));
copyFileSync(path.join(PACKAGE, "LICENSE"), path.join(folder, "scalar-license.txt"));

/** The package has the script inside its server code, and serves it. */
async function readScript() {
  const server = Fastify();
  await server.register(scalar, { routePrefix: "/", configuration: { content: {} } });
  const { statusCode, rawPayload } = await server.inject("/js/scalar.js");
  if (statusCode !== 200) throw new Error(`Scalar's script was not found: ${statusCode}`);
  await server.close();
  return rawPayload;
}
