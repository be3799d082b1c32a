/** Prints the results as a table. Pure. */
import type { Check, RowFailure, RowResult } from "./result.ts";

const HEAD = ["row", "product", "peer", "ratio", "spread", "p99 ratio", "target", "met"];

export function writeTable(results: readonly (RowResult | RowFailure)[]): string {
  const lines = [HEAD, ...results.map((result) => writeCells(result))];
  const widths = HEAD.map((_, column) => columnWidth(lines, column));
  const lineOf = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  const [head = "", ...rows] = lines.map(lineOf);
  const rule = lineOf(widths.map((width) => "─".repeat(width)));
  return [head, rule, ...rows, "", ...results.flatMap(writeNotes)].join("\n");
}

/** The reason of a failed row may be long and does not count for the width of a column. */
function columnWidth(lines: readonly (readonly string[])[], column: number): number {
  const whole = lines.filter((cells) => column === 0 || cells.length === HEAD.length);
  return Math.max(...whole.map((cells) => cells[column]?.length ?? 0));
}

/** A failed row has two cells: its name and the reason. */
function writeCells(result: RowResult | RowFailure): string[] {
  if ("failure" in result) return [result.name, `could not be measured: ${result.failure}`];
  const { name, unit, product, peer, ratio, spread, p99Ratio, checks } = result;
  return [
    name,
    `${number(product)} ${unit}`,
    `${number(peer)} ${unit}`,
    ratio.toFixed(2),
    `${spread.low.toFixed(2)} – ${spread.high.toFixed(2)}`,
    p99Ratio === null ? "" : p99Ratio.toFixed(2),
    checks.map((check) => writeBound(check)).join(", "),
    metWord(result),
  ];
}

function metWord({ met, isAhead }: RowResult): string {
  if (met === null) return "";
  if (met) return "yes";
  return isAhead ? "not yet" : "no";
}

function writeBound({ figure, unit, atLeast, atMost }: Check): string {
  const sign = atLeast === undefined ? "≤" : "≥";
  const name = figure === "value" ? "" : `${figure} `;
  return `${name}${sign} ${plain(atLeast ?? atMost ?? 0)} ${unit}`.trim();
}

function writeNotes(result: RowResult | RowFailure): string[] {
  const about = `${result.name}: ${result.about}`;
  if ("failure" in result) return [about];
  const beside = Object.entries(result.beside).map(
    ([name, { value, ratio }]) =>
      `  beside it: ${name}, ${number(value)} ${result.unit}, ratio ${ratio.toFixed(2)}`,
  );
  const missed = result.checks.filter(isMissed).map(writeMiss);
  return [about, ...figureLines(result), ...beside, ...hostLines(result), ...missed];
}

const TOLD_FROM = 0.005;

function hostLines({ host }: RowResult): string[] {
  const { taken, leftOut, ratioOfAll } = host;
  if (taken < TOLD_FROM && leftOut === 0) return [];
  const took = `  the host took ${plain(taken * 100)} % of the processors`;
  if (leftOut === 0) return [took];
  return [`${took}; with ${leftOut} more disturbed rounds the ratio is ${ratioOfAll.toFixed(2)}`];
}

function figureLines({ figures }: RowResult): string[] {
  const sides = Object.entries(figures).filter(([, side]) => Object.keys(side).length > 0);
  return sides.map(([side, all]) => {
    const words = Object.entries(all).map(([name, value]) => `${name} ${number(value)}`);
    return `  ${side}: ${words.join(", ")}`;
  });
}

function isMissed({ met }: Check): boolean {
  return !met;
}

function writeMiss(check: Check): string {
  const seen = `${plain(check.seen)} ${check.unit}`.trim();
  return `  missed: ${writeBound(check)}, seen ${seen}`;
}

/** Shows only significant digits. */
function number(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString("en-US", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

function plain(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: 2 });
}
