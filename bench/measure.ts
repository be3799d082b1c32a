/**
 * Measures one row: a warm-up of every side, then rounds in which each side has a turn. A round in
 * which the machine's host took much processor time is repeated, up to a limit.
 */
import { type HostTimes, readHostTimes, takenShare } from "./host-time.ts";
import type { BenchRow, Contest, Pace } from "./row.ts";
import type { Measured, Turn } from "./turn.ts";

export interface Round {
  readonly product: Measured;
  readonly peer: Measured;
  readonly beside: Readonly<Record<string, Measured>>;
  /** The share of processor time that the host gave to others meanwhile. */
  readonly taken: number;
}

export interface MeasureOptions {
  readonly pace: Pace;
  readonly say: (line: string) => void;
  readonly hostTimes?: () => HostTimes | undefined;
}

/** A fiftieth changes a ratio less than the rounds differ anyway. */
const CALM_TAKEN_MAX = 0.02;

export async function measureRow(
  { name }: Pick<BenchRow, "name">,
  contest: Contest,
  { pace, say, hostTimes = readHostTimes }: MeasureOptions,
): Promise<readonly Round[]> {
  say(`${name}: ${contest.isWarm ? "prepared" : "warming up"}`);
  const warming = contest.isWarm ? [] : listTurns(contest).values();
  for (const turn of warming) await turn(pace.warmUpSeconds);
  const rounds: Round[] = [];
  const started = performance.now();
  while (!isEnough(rounds, pace)) {
    const isLate = performance.now() - started > pace.rowLimitMs;
    if (isLate && rounds.length >= pace.roundsMin) break;
    const before = hostTimes();
    const measured = await runRound(contest, pace.seconds, rounds.length);
    const round = { ...measured, taken: takenShare(before, hostTimes()) };
    rounds.push(round);
    say(`${name}: round ${rounds.length} of ${pace.rounds}${isCalm(round) ? "" : DISTURBED}`);
  }
  return rounds;
}

const DISTURBED = ", disturbed by the host";

function isEnough(rounds: readonly Round[], pace: Pace): boolean {
  return (
    rounds.filter(isCalm).length >= pace.rounds || rounds.length >= pace.rounds + pace.againMax
  );
}

function isCalm({ taken }: Round): boolean {
  return taken <= CALM_TAKEN_MAX;
}

/** Every second round is in reverse order, so that a drift of the machine favors neither side. */
async function runRound(
  contest: Contest,
  seconds: number,
  place: number,
): Promise<Omit<Round, "taken">> {
  const measured = new Map<string, Measured>();
  const turns = [...listTurns(contest)];
  for (const [side, turn] of place % 2 === 0 ? turns : turns.reverse()) {
    measured.set(side, await turn(seconds));
  }
  const { product, peer, ...beside } = Object.fromEntries(measured);
  if (product === undefined || peer === undefined) throw new Error("a side had no turn");
  return { product, peer, beside };
}

function listTurns({ product, peer, beside = {} }: Contest): Map<string, Turn> {
  return new Map(Object.entries({ product, peer, ...beside }));
}
