/** Reads the options after `npm run bench --`, and the pace that they select. */
import { parseArgs } from "node:util";
import type { Pace } from "./row.ts";

export interface Options {
  readonly only: readonly string[];
  readonly json: string | undefined;
  readonly pace: Pace;
}

/** The message is one sentence. */
export class OptionError extends Error {}

export const USAGE = `npm run bench -- [--quick] [--only NAME]... [--json FILE] [--rounds N] [--seconds N]`;

const FULL: Pace = {
  rounds: 7,
  againMax: 7,
  roundsMin: 7,
  rowLimitMs: Number.POSITIVE_INFINITY,
  seconds: 3,
  warmUpSeconds: 3,
  scale: 1,
};
/**
 * Under a minute for all rows together. It shows that they work; the figures are too rough to
 * judge.
 */
const QUICK: Pace = {
  rounds: 3,
  againMax: 0,
  roundsMin: 2,
  rowLimitMs: 5_000,
  seconds: 0.5,
  warmUpSeconds: 0.5,
  scale: 0.01,
};

export function readOptions(args: readonly string[], names: readonly string[]): Options {
  const { quick, only = [], json, rounds, seconds } = parse(args);
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new OptionError(`There is no row ${unknown}; there are ${names.join(", ")}.`);
  }
  const pace = quick ? QUICK : FULL;
  const wanted = rounds === undefined ? {} : { rounds: readNumber("rounds", rounds) };
  const lasting = seconds === undefined ? {} : { seconds: readNumber("seconds", seconds) };
  const chosen = { ...pace, ...wanted, ...lasting };
  return {
    only,
    json,
    pace: { ...chosen, roundsMin: Math.min(chosen.rounds, pace.roundsMin) },
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        quick: { type: "boolean" },
        only: { type: "string", multiple: true },
        json: { type: "string" },
        rounds: { type: "string" },
        seconds: { type: "string" },
      },
    }).values;
  } catch (error) {
    throw new OptionError((error as Error).message);
  }
}

function readNumber(name: string, text: string): number {
  const value = Number(text);
  const isGood = name === "rounds" ? Number.isInteger(value) && value >= 1 : value > 0;
  if (!isGood) throw new OptionError(`--${name} ${text} is not a number that can be used.`);
  return value;
}
