/** Reads YAML files of ops/ as plain values. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseAllDocuments } from "yaml";

export const OPS = path.resolve(import.meta.dirname, "..", "..", "ops");

export interface Manifest {
  readonly file: string;
  readonly value: ManifestValue;
}

export interface ManifestValue {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata?: { readonly name?: string; readonly namespace?: string };
  readonly [field: string]: unknown;
}

/** Every document of every YAML file of the folder. */
export function readManifests(folder: string): readonly Manifest[] {
  const files = readdirSync(path.join(OPS, folder)).filter((name) => name.endsWith(".yaml"));
  return files.toSorted().flatMap((file) => {
    const documents = readDocuments(path.join(folder, file));
    return documents.map((value) => ({ file, value: value as ManifestValue }));
  });
}

export function readDocuments(file: string): readonly unknown[] {
  const text = readFileSync(path.join(OPS, file), "utf8");
  return [...parseAllDocuments(text, { merge: true })].map((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw error;
    return document.toJS();
  });
}
