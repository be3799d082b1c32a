/** Measures one row: a warm-up of every side, then rounds in which each has a turn. */
import type { BenchRow, Contest, Measured, Pace, Turn } from "./row.ts";

export interface Round {
  readonly product: Measured;
  readonly peer: Measured;
  readonly beside: Readonly<Record<string, Measured>>;
}

export async function measureRow(
  { name }: Pick<BenchRow, "name">,
  contest: Contest,
  { pace, say }: { readonly pace: Pace; readonly say: (line: string) => void },
): Promise<readonly Round[]> {
  say(`${name}: ${contest.isWarm ? "prepared" : "warming up"}`);
  const warming = contest.isWarm ? [] : turnsOf(contest).values();
  for (const turn of warming) await turn(pace.warmUpSeconds);
  const rounds: Round[] = [];
  const started = performance.now();
  while (rounds.length < pace.rounds) {
    const isLate = performance.now() - started > pace.rowLimitMs;
    if (isLate && rounds.length >= pace.roundsMin) break;
    rounds.push(await runRound(contest, pace.seconds, rounds.length));
    say(`${name}: round ${rounds.length} of ${pace.rounds}`);
  }
  return rounds;
}

/** Every second round goes backwards, so that a drift of the machine favours nobody. */
async function runRound(contest: Contest, seconds: number, place: number): Promise<Round> {
  const measured = new Map<string, Measured>();
  const turns = [...turnsOf(contest)];
  for (const [side, turn] of place % 2 === 0 ? turns : turns.reverse()) {
    measured.set(side, await turn(seconds));
  }
  const { product, peer, ...beside } = Object.fromEntries(measured);
  if (product === undefined || peer === undefined) throw new Error("a side had no turn");
  return { product, peer, beside };
}

function turnsOf({ product, peer, beside = {} }: Contest): Map<string, Turn> {
  return new Map(Object.entries({ product, peer, ...beside }));
}
