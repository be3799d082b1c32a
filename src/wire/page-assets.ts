/** Serves scripts, styles and icons of plain pages, at addresses that change with their content. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { productFile } from "../values/product-folder.ts";

export interface PageAsset {
  readonly name: string;
  readonly type: string;
  readonly plain: Buffer;
}

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

const HEADERS = {
  "cache-control": "public, max-age=31536000, immutable",
  "x-content-type-options": "nosniff",
  vary: "accept-encoding",
} as const;

/** Reads a file of the product. Its name in addresses contains a hash of its content. */
export function readPageAsset(file: string): PageAsset {
  return makePageAsset(file, readFileSync(productFile(file)));
}

export function makePageAsset(file: string, plain: Buffer): PageAsset {
  const { name: stem, ext } = path.parse(file);
  const hash = createHash("sha256").update(plain).digest("hex").slice(0, 12);
  return { name: `${stem}.${hash}${ext}`, type: TYPES[ext] ?? "", plain };
}

/** Below the address `assets/` of the scope. */
export function servePageAssets(scope: FastifyInstance, assets: readonly PageAsset[]): void {
  for (const asset of assets) {
    const compressed = new Map<Encoding, Buffer>();
    scope.get(`/assets/${asset.name}`, { schema: { hide: true } }, async (request, reply) => {
      const encoding = acceptedEncoding(request);
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

function acceptedEncoding({ headers }: FastifyRequest): Encoding | undefined {
  const accepted = String(headers["accept-encoding"] ?? "").split(/\s*,\s*/);
  return (["br", "gzip"] as const).find((encoding) => accepted.includes(encoding));
}
