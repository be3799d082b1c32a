/** Sums of money by name, and a comparison that says what differs. */
import assert from "node:assert/strict";

export interface Sum {
  readonly count: number;
  readonly cents: number;
}

export class Sums {
  readonly #sums = new Map<string, Sum>();

  count(name: string, cents: number, times = 1): void {
    const { count, cents: before } = this.find(name);
    this.#sums.set(name, { count: count + times, cents: before + cents });
  }

  find(name: string): Sum {
    return this.#sums.get(name) ?? { count: 0, cents: 0 };
  }

  names(): readonly string[] {
    return [...this.#sums.keys()];
  }

  total(): Sum {
    const sums = [...this.#sums.values()];
    const add = (pick: (sum: Sum) => number) => sums.reduce((all, one) => all + pick(one), 0);
    return { count: add(({ count }) => count), cents: add(({ cents }) => cents) };
  }
}

const SHOWN = 5;

/** Fails with the first names whose sums differ. */
export function assertSumsAgree(rule: string, expected: Sums, found: Sums): void {
  const names = new Set([...expected.names(), ...found.names()]);
  const wrong = [...names]
    .filter((name) => textOf(expected.find(name)) !== textOf(found.find(name)))
    .map(
      (name) =>
        `${name}: expected ${textOf(expected.find(name))}, found ${textOf(found.find(name))}`,
    );
  assertNone(rule, wrong);
}

export function assertNone(rule: string, wrong: readonly string[]): void {
  const more = wrong.length > SHOWN ? `\nand ${wrong.length - SHOWN} more` : "";
  assert.ok(wrong.length === 0, `${rule}:\n${wrong.slice(0, SHOWN).join("\n")}${more}`);
}

function textOf({ count, cents }: Sum): string {
  return `${count} of ${cents} cents`;
}
