/** Reads the published payloads, by file and id. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";

const FOLDER = path.resolve(import.meta.dirname, "../vectors");

export interface Sample {
  readonly id: string;
  readonly devicePayload: string;
  readonly serial?: string;
  readonly ksn?: string;
  readonly message?: string;
  readonly ff1fValue?: string;
  readonly expect?: Readonly<Record<string, string>>;
}

export async function readSample(file: string, id: string): Promise<Sample> {
  const { samples } = JSON.parse(await readFile(path.join(FOLDER, `${file}.json`), "utf8"));
  const found = (samples as Sample[]).find((sample) => sample.id === id);
  return found ?? assert.fail(`there is no ${id} in ${file}`);
}
