/** Memory, connections and disk of a long run, and whether they stay flat. Pure functions. */

export interface Sample {
  /** Share of the run, from 0 to 1. */
  readonly at: number;
  /** Payments so far. */
  readonly payments: number;
  /** By name, such as "memory of web 1". Bytes or counts. */
  readonly values: Readonly<Record<string, number>>;
}

export interface Tolerance {
  /** The last quarter may have the second quarter's median times this factor, */
  readonly factor: number;
  /** and so much more. */
  readonly slack: number;
}

export interface Verdict {
  readonly name: string;
  readonly second: number;
  readonly last: number;
  readonly most: number;
  readonly isFlat: boolean;
}

type Quarter = readonly [from: number, to: number];
const SECOND: Quarter = [0.25, 0.5];
const LAST: Quarter = [0.75, 1];

/** Values with this prefix are the sizes of single tables. */
export const TABLE = "table ";

export interface TableGrowth {
  readonly name: string;
  /** Bytes that it grew by. */
  readonly second: number;
  readonly last: number;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

/** Compares the medians of the second and the last quarter. A name without samples is not flat. */
export function judgeFlat(samples: readonly Sample[], name: string, tolerance: Tolerance): Verdict {
  const [second, last] = [SECOND, LAST].map((quarter) => {
    const own = inQuarter(samples, quarter).flatMap(({ values }) => values[name] ?? []);
    return median(own);
  }) as [number, number];
  return verdict({ name, second, last }, tolerance);
}

/** Compares how much a value grew per payment: data may grow, but not faster than payments come. */
export function judgeGrowth(
  samples: readonly Sample[],
  name: string,
  tolerance: Tolerance,
): Verdict {
  const [second, last] = [SECOND, LAST].map((quarter) => {
    const own = inQuarter(samples, quarter).filter(({ values }) => values[name] !== undefined);
    const [from, to] = [own[0], own.at(-1)];
    if (from === undefined || to === undefined) return Number.NaN;
    const grown = (to.values[name] ?? 0) - (from.values[name] ?? 0);
    return grown / Math.max(1, to.payments - from.payments);
  }) as [number, number];
  return verdict({ name: `${name} per payment`, second, last }, tolerance);
}

/** The tables that grew in one of the compared quarters, those that grew most in the last one first. */
export function listTableGrowth(samples: readonly Sample[]): readonly TableGrowth[] {
  const names = Object.keys(samples.at(-1)?.values ?? {}).filter((name) => name.startsWith(TABLE));
  const grown = names.map((name) => {
    const [second, last] = [SECOND, LAST].map((quarter) => {
      const sizes = inQuarter(samples, quarter).flatMap(({ values }) => values[name] ?? []);
      return (sizes.at(-1) ?? 0) - (sizes[0] ?? 0);
    }) as [number, number];
    return { name: name.slice(TABLE.length), second, last };
  });
  return grown.filter(({ second, last }) => second + last > 0).sort((a, b) => b.last - a.last);
}

function inQuarter(samples: readonly Sample[], [from, to]: Quarter): readonly Sample[] {
  return samples.filter(({ at }) => at >= from && at <= to);
}

function verdict(
  found: Pick<Verdict, "name" | "second" | "last">,
  { factor, slack }: Tolerance,
): Verdict {
  const most = found.second * factor + slack;
  return { ...found, most, isFlat: found.last <= most };
}
