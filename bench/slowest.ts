/** Measures questions in turn. The median of the slowest one counts. */
import { median } from "./statistics.ts";
import type { Measured } from "./turn.ts";

const ASKED_MIN = 3;

export async function measureSlowest<Question>(
  questions: readonly (readonly [name: string, question: Question])[],
  seconds: number,
  ask: (question: Question) => Promise<unknown>,
): Promise<Measured> {
  const taken = new Map<string, number[]>(questions.map(([name]) => [name, []]));
  const end = performance.now() + seconds * 1_000;
  for (let turns = 0; turns < ASKED_MIN || performance.now() < end; turns++) {
    for (const [name, question] of questions) {
      const begun = performance.now();
      await ask(question);
      taken.get(name)?.push(performance.now() - begun);
    }
  }
  const figures = Object.fromEntries([...taken].map(([name, times]) => [name, median(times)]));
  return { value: Math.max(...Object.values(figures)), figures };
}
