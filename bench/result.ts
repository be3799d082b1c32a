/** Computes the result of a row from its rounds, and whether its targets are met. Pure. */
import type { Round } from "./measure.ts";
import type { BenchRow, Limit } from "./row.ts";
import { median, middleHalf, type Spread } from "./statistics.ts";
import type { Measured } from "./turn.ts";

/** One target of a row and the measured figure. */
export interface Check {
  readonly figure: string;
  readonly seen: number;
  readonly unit: string;
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly met: boolean;
}

export interface BesideResult {
  readonly value: number;
  /** The ratio of the product to this peer, like the ratio of the row. */
  readonly ratio: number;
}

export interface RowResult {
  readonly name: string;
  readonly about: string;
  readonly unit: string;
  readonly product: number;
  readonly peer: number;
  /** The median of the rounds' ratios. More is better. */
  readonly ratio: number;
  readonly spread: Spread;
  /** The median of the rounds' p99 ratios, product by peer. Less is better. */
  readonly p99Ratio: number | null;
  readonly target: number | null;
  readonly beside: Readonly<Record<string, BesideResult>>;
  readonly figures: { readonly product: Figures; readonly peer: Figures };
  readonly checks: readonly Check[];
  /** Null: the row has no target. */
  readonly met: boolean | null;
  readonly isAhead: boolean;
  readonly host: HostResult;
  /** Including rounds that do not count. */
  readonly rounds: readonly Round[];
}

/** The disturbance by the machine's host. */
export interface HostResult {
  /** The median share of processor time that it gave to others, in the rounds that count. */
  readonly taken: number;
  /** How many rounds do not count, because the host disturbed them more than others. */
  readonly leftOut: number;
  /** The ratio if they counted. */
  readonly ratioOfAll: number;
}

export type Figures = Readonly<Record<string, number>>;

export interface RowFailure {
  readonly name: string;
  readonly about: string;
  readonly failure: string;
}

/** The wanted number of rounds counts: those that the host disturbed least. */
export function computeResult(
  row: BenchRow,
  all: readonly Round[],
  wanted: number = all.length,
): RowResult {
  const rounds = takeCalmest(all, wanted);
  const against = (side: (round: Round) => Measured) =>
    rounds.map((round) => toRatio(row, round.product, side(round)));
  const ratios = against(({ peer }) => peer);
  const seen = {
    product: median(rounds.map(({ product }) => product.value)),
    ratio: median(ratios),
    p99Ratio: medianP99Ratio(rounds),
    figures: {
      product: medianFigures(rounds.map(({ product }) => product)),
      peer: medianFigures(rounds.map(({ peer }) => peer)),
    },
  };
  const checks = checkTargets(row, seen);
  return {
    name: row.name,
    about: row.about,
    unit: row.unit,
    ...seen,
    peer: median(rounds.map(({ peer }) => peer.value)),
    spread: middleHalf(ratios),
    target: row.target ?? null,
    beside: compareOthers(rounds, against),
    checks,
    met: checks.length === 0 ? null : checks.every(({ met }) => met),
    isAhead: row.isAhead ?? false,
    host: {
      taken: median(rounds.map(({ taken }) => taken)),
      leftOut: all.length - rounds.length,
      ratioOfAll: median(all.map(({ product, peer }) => toRatio(row, product, peer))),
    },
    rounds: all,
  };
}

function takeCalmest(rounds: readonly Round[], wanted: number): readonly Round[] {
  return rounds.toSorted((one, other) => one.taken - other.taken).slice(0, wanted);
}

function toRatio({ better }: BenchRow, product: Measured, other: Measured): number {
  return better === "higher" ? product.value / other.value : other.value / product.value;
}

function medianP99Ratio(rounds: readonly Round[]): number | null {
  const ratios = rounds.flatMap(({ product, peer }) =>
    product.p99Ms === undefined || peer.p99Ms === undefined ? [] : [product.p99Ms / peer.p99Ms],
  );
  return ratios.length === 0 ? null : median(ratios);
}

function medianFigures(measured: readonly Measured[]): Figures {
  const all = measured.map(({ p99Ms, figures }) => ({
    ...(p99Ms === undefined ? {} : { "p99 ms": p99Ms }),
    ...figures,
  }));
  const names = new Set(all.flatMap((figures) => Object.keys(figures)));
  const medianOf = (name: string) =>
    median(all.map((figures: Figures) => figures[name] ?? Number.NaN));
  return Object.fromEntries([...names].map((name) => [name, medianOf(name)]));
}

function compareOthers(
  rounds: readonly Round[],
  against: (side: (round: Round) => Measured) => number[],
): Record<string, BesideResult> {
  const missing: Measured = { value: Number.NaN };
  const names = Object.keys(rounds[0]?.beside ?? {});
  return Object.fromEntries(
    names.map((name) => {
      const side = ({ beside }: Round) => beside[name] ?? missing;
      const value = median(rounds.map((round) => side(round).value));
      return [name, { value, ratio: median(against(side)) }];
    }),
  );
}

type Seen = Pick<RowResult, "product" | "ratio" | "p99Ratio" | "figures">;

function checkTargets(row: BenchRow, seen: Seen): Check[] {
  const { target, p99Target, limits = [] } = row;
  return [
    ...(target === undefined
      ? []
      : [checkLimit({ figure: "ratio", unit: "", atLeast: target }, seen.ratio)]),
    ...(p99Target === undefined
      ? []
      : [checkLimit({ figure: "p99 ratio", unit: "", atMost: p99Target }, seen.p99Ratio ?? NaN)]),
    ...limits.map((limit) => checkLimit(limit, findFigure(limit, seen))),
  ];
}

function findFigure({ figure }: Limit, { product, figures }: Seen): number {
  return figure === "value" ? product : (figures.product[figure] ?? Number.NaN);
}

/** A figure that was not measured meets no limit. */
function checkLimit(limit: Limit, seen: number): Check {
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = limit;
  return { ...limit, seen, met: seen >= atLeast && seen <= atMost };
}
