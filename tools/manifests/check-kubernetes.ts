/**
 * Checks manifests against the types of the Kubernetes API (package kubernetes-types, made from its
 * OpenAPI document): the compiler finds unknown fields, wrong types and missing fields.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Manifest } from "./read-yaml.ts";

const MODULES = path.resolve(import.meta.dirname, "..", "..", "node_modules");
const LIMIT_MS = 120_000;

const OPTIONS = {
  strict: true,
  noEmit: true,
  types: [],
  module: "esnext",
  moduleResolution: "bundler",
  paths: { "kubernetes-types/*": [`${MODULES}/kubernetes-types/*`] },
};

/** Returns the compiler's complaints, one line each; none if all manifests are valid. */
export function checkKubernetesTypes(manifests: readonly Manifest[]): readonly string[] {
  const folder = mkdtempSync(path.join(os.tmpdir(), "manifests "));
  try {
    manifests.forEach((manifest, place) => {
      writeFileSync(path.join(folder, `${place}.ts`), writeProgram(manifest));
    });
    writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: OPTIONS }));
    return compile(folder).map((line) => nameFile(line, manifests));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** As literals, because the compiler refuses unknown fields only there. */
function writeProgram({ value }: Manifest): string {
  const { apiVersion, kind } = value;
  return `import type { ${kind} } from "kubernetes-types/${modulePath(apiVersion)}";
export const manifest: ${kind} = ${JSON.stringify(value, null, 2)};
`;
}

/** "apps/v1" and "networking.k8s.io/v1" are "apps/v1" and "networking/v1" there, and "v1" is "core/v1". */
function modulePath(apiVersion: string): string {
  if (!apiVersion.includes("/")) return `core/${apiVersion}`;
  return apiVersion.replace(/\.k8s\.io\//, "/");
}

function compile(folder: string): readonly string[] {
  const tsc = path.join(MODULES, "typescript", "bin", "tsc");
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [tsc, "--pretty", "false", "-p", folder],
    { cwd: folder, encoding: "utf8", timeout: LIMIT_MS },
  );
  if (status === 0) return [];
  const lines = `${stdout}${stderr}`.split("\n").filter((line) => line !== "");
  return lines.length > 0 ? lines : ["The compiler ended without a word."];
}

function nameFile(line: string, manifests: readonly Manifest[]): string {
  return line.replace(/^(\d+)\.ts\((\d+),\d+\)/, (_whole, place: string) => {
    const { file, value } = manifests[Number(place)] as Manifest;
    return `${file} (${value.kind} ${value.metadata?.name ?? ""})`;
  });
}
