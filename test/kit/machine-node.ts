/** The machine's own Node and npm, as somebody at a terminal finds them. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { NODE } from "./process.ts";

const BIN = path.join("node_modules", ".bin");

/** PATH without the programs of packages. */
export const MACHINE_PATH = (process.env["PATH"] ?? "")
  .split(path.delimiter)
  .filter((folder) => !folder.endsWith(BIN))
  .join(path.delimiter);

export function findProgram(name: string): string | undefined {
  const folders = MACHINE_PATH.split(path.delimiter);
  return folders.map((folder) => path.join(folder, name)).find(existsSync);
}

export function isOtherNode(program: string | undefined): program is string {
  return program !== undefined && versionOf(program) !== versionOf(NODE);
}

function versionOf(program: string): string {
  return execFileSync(program, ["--version"], { encoding: "utf8" });
}
