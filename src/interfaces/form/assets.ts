/** Serves the script, style and icon of the pages, at addresses that change with their content. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { productFile } from "../../values/product-folder.ts";

export const ASSETS_PATH = "/pay/assets";

interface Asset {
  readonly name: string;
  readonly type: string;
  readonly plain: Buffer;
}

const SCRIPT = readAsset("form.js", "text/javascript; charset=utf-8");
/** Used only while the outcome of a payment is unknown. */
const WAITING = readAsset("waiting.js", "text/javascript; charset=utf-8");
const STYLE = readAsset("form.css", "text/css; charset=utf-8");
const ICON = readAsset("icon.svg", "image/svg+xml");

export const SCRIPT_URL = `${ASSETS_PATH}/${SCRIPT.name}`;
export const WAITING_URL = `${ASSETS_PATH}/${WAITING.name}`;
export const STYLE_URL = `${ASSETS_PATH}/${STYLE.name}`;
export const ICON_URL = `${ASSETS_PATH}/${ICON.name}`;

const HEADERS = {
  "cache-control": "public, max-age=31536000, immutable",
  "x-content-type-options": "nosniff",
  vary: "accept-encoding",
} as const;

/** Registered before the addresses of forms. No form may have the name "assets". */
export function serveAssets(scope: FastifyInstance): void {
  for (const asset of [SCRIPT, WAITING, STYLE, ICON]) {
    const compressed = new Map<Encoding, Buffer>();
    scope.get(`/assets/${asset.name}`, { schema: { hide: true } }, async (request, reply) => {
      const encoding = encodingOf(request);
      reply.headers(HEADERS).type(asset.type);
      if (encoding === undefined) return reply.send(asset.plain);
      const bytes = compressed.getOrInsertComputed(encoding, () => COMPRESS[encoding](asset.plain));
      return reply.header("content-encoding", encoding).send(bytes);
    });
  }
}

type Encoding = "br" | "gzip";

/** Compressed at the first request, so that the program starts faster. */
const COMPRESS: Readonly<Record<Encoding, (plain: Buffer) => Buffer>> = {
  br: (plain) => brotliCompressSync(plain),
  gzip: (plain) => gzipSync(plain, { level: 9 }),
};

function encodingOf({ headers }: FastifyRequest): Encoding | undefined {
  const accepted = String(headers["accept-encoding"] ?? "").split(/\s*,\s*/);
  return (["br", "gzip"] as const).find((encoding) => accepted.includes(encoding));
}

function readAsset(file: string, type: string): Asset {
  const plain = readFileSync(productFile(`src/interfaces/form/assets/${file}`));
  const [stem = "", extension = ""] = file.split(".");
  const hash = createHash("sha256").update(plain).digest("hex").slice(0, 12);
  return { name: `${stem}.${hash}.${extension}`, type, plain };
}
