/** Builds the console: hashed files under /console/assets, each also compressed. */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const COMPRESSED = /\.(js|css|svg)$/;
/** Smaller files gain nothing from compression. */
const COMPRESSED_MIN_BYTES = 1024;

export default defineConfig({
  root: import.meta.dirname,
  base: "/console/",
  plugins: [react(), compressed()],
  build: {
    target: "es2023",
    outDir: "dist",
    emptyOutDir: true,
    manifest: "manifest.json",
    // The npm package delivers the code of others, and their licenses with it.
    license: { fileName: "licenses.md" },
    sourcemap: false,
    // An image inlined as `data:` would need another exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: {
        // Code that every page needs and that seldom changes. Mantine is split by the bundler, so
        // that a component used by one screen is loaded with that screen.
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules\/(react|react-dom|scheduler)\// },
            {
              name: "router",
              test: /node_modules\/@tanstack\/(react-router|router-core|history)\//,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      "/console/api": { target: process.env["SIXDOORS_URL"] ?? "http://127.0.0.1:8080" },
    },
  },
});

/** Writes `.br` and `.gz` files beside every asset, to be served as they are. */
function compressed(): Plugin {
  return {
    name: "sixdoors:compressed",
    apply: "build",
    async writeBundle({ dir = "" }, bundle) {
      const files = Object.keys(bundle).filter((file) => COMPRESSED.test(file));
      await Promise.all(files.map((file) => writeCompressed(path.join(dir, file))));
    },
  };
}

async function writeCompressed(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < COMPRESSED_MIN_BYTES) return;
  const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params: brotliParams }));
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}
