/**
 * Reads a file of the card host's charges: CSV with a header row, or JSON lines. Errors name the line and
 * never repeat a value.
 */
import { readFile, stat } from "node:fs/promises";
import { commandProcess } from "../../ports/command-process.ts";
import { CHARGE_MEMBERS, type HostCharge, readHostCharge } from "../../ports/host-charge.ts";
import { StartError } from "../../ports/start-error.ts";
import { CsvError, parseCsv } from "../../values/csv.ts";

export const CHARGES_MAX = 1_000_000;
const BYTES_MAX = 512 * 1024 * 1024;
const ERRORS_SHOWN = 20;

interface Line {
  readonly line: number;
  readonly members: Readonly<Record<string, unknown>>;
}

export async function readChargeFile(file: string): Promise<readonly HostCharge[]> {
  const text = await readText(file);
  const lines = text.trimStart().startsWith("{") ? jsonLines(text) : csvLines(text);
  requireFewCharges(lines.length);
  return readCharges(file, lines);
}

export function requireFewCharges(count: number): void {
  if (count <= CHARGES_MAX) return;
  throw new StartError(
    `There are more than ${CHARGES_MAX.toLocaleString("en")} charges. Compare a shorter time.`,
  );
}

function readCharges(file: string, lines: readonly Line[]): readonly HostCharge[] {
  const read = lines.map(({ line, members }) => ({ line, charge: readHostCharge(members) }));
  const errors = read.flatMap(({ line, charge }) =>
    typeof charge === "string" ? [`Line ${line}: ${charge}`] : [],
  );
  if (errors.length === 0) return read.map(({ charge }) => charge as HostCharge);
  const more = errors.length - ERRORS_SHOWN;
  throw new StartError(
    [
      ...errors.slice(0, ERRORS_SHOWN),
      ...(more > 0 ? [`… and ${more} more errors.`] : []),
      `Nothing was compared. Correct ${file}; docs/card-host.md describes the format.`,
    ].join("\n"),
  );
}

async function readText(file: string): Promise<string> {
  try {
    if (file !== "-") requireSmall(file, (await stat(file)).size);
    const bytes = file === "-" ? await readInput() : await readFile(file);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const isText = error instanceof TypeError;
    throw new StartError(
      isText
        ? `The file ${file} is not UTF-8. Save it as UTF-8.`
        : `The file ${file} cannot be read. Name a file of charges, or a time such as 2026-11-17T10:00:00Z..2026-11-17T11:00:00Z.`,
    );
  }
}

function requireSmall(file: string, bytes: number): void {
  if (bytes <= BYTES_MAX) return;
  throw new StartError(`The file ${file} is longer than 512 MB. Compare a shorter time.`);
}

async function readInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of commandProcess().stdin) {
    chunks.push(Buffer.from(chunk));
    length += chunk.length;
    requireSmall("-", length);
  }
  return Buffer.concat(chunks);
}

function jsonLines(text: string): readonly Line[] {
  return text.split("\n").flatMap((row, at) => {
    if (row.trim() === "") return [];
    return [{ line: at + 1, members: readObject(row, at + 1) }];
  });
}

function readObject(row: string, line: number): Line["members"] {
  try {
    const value: unknown = JSON.parse(row);
    if (typeof value === "object" && value !== null) return value as Line["members"];
  } catch {
    // The message of the parser would repeat a part of the line.
  }
  throw new StartError(`Line ${line}: each line must be one JSON object.`);
}

function csvLines(text: string): readonly Line[] {
  const [head, ...rows] = readRows(text);
  const names = head?.cells ?? [];
  const missing = CHARGE_MEMBERS.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw new StartError(
      `Line 1: missing columns: ${missing.join(", ")}. The first line names the columns; others are ignored.`,
    );
  }
  return rows.map(({ line, cells }) => ({
    line,
    members: Object.fromEntries(names.map((name, at) => [name, cells[at]])),
  }));
}

function readRows(text: string) {
  try {
    return parseCsv(text);
  } catch (error) {
    throw error instanceof CsvError ? new StartError(error.message) : error;
  }
}
