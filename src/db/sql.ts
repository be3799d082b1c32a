/** SQL text with parameters. `sql` is the template tag that creates it. */
export class Sql {
  readonly texts: readonly string[];
  readonly values: readonly unknown[];

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts;
    this.values = values;
  }

  /** The query as pg takes it, with the parameters $1, $2 and so on. */
  toQuery(): { text: string; values: unknown[] } {
    const text = this.texts.reduce((joined, next, hole) => `${joined}$${hole}${next}`);
    return { text, values: this.values.map(toParameter) };
  }
}

/** A slot becomes a parameter. A slot that is itself Sql is inserted as text. */
export function sql(literals: TemplateStringsArray, ...slots: readonly unknown[]): Sql {
  const texts: string[] = [literals[0] ?? ""];
  const values: unknown[] = [];
  const append = (text: string) => texts.push((texts.pop() ?? "") + text);

  slots.forEach((slot, index) => {
    if (slot instanceof Sql) {
      append(slot.texts[0] ?? "");
      texts.push(...slot.texts.slice(1));
      values.push(...slot.values);
      append(literals[index + 1] ?? "");
    } else {
      values.push(slot);
      texts.push(literals[index + 1] ?? "");
    }
  });
  return new Sql(texts, values);
}

/** Joins conditions with AND. Returns TRUE if there are none. */
export function allConditions(conditions: readonly Sql[]): Sql {
  return conditions.reduce((left, right) => sql`${left} and ${right}`, sql`true`);
}

/** A quoted identifier, for trusted names of tables and roles, which cannot be parameters. */
export function sqlIdentifier(text: string): Sql {
  return new Sql([`"${text.replaceAll('"', '""')}"`], []);
}

/** Converts instants to text, because pg would write them as JSON. */
export function toParameter(value: unknown): unknown {
  return value instanceof Temporal.Instant ? value.toString() : value;
}
