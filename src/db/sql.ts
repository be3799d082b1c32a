/** SQL text with holes, and the values that fill them. It knows nothing of connections. */
export class Sql {
  readonly texts: readonly string[];
  readonly values: readonly unknown[];

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts;
    this.values = values;
  }

  /** The form pg takes: every hole becomes $1, $2 and so on. */
  toQuery(): { text: string; values: unknown[] } {
    const text = this.texts.reduce((joined, next, hole) => `${joined}$${hole}${next}`);
    return { text, values: this.values.map(toParameter) };
  }
}

/** Writes SQL in the open. A slot is a parameter; a slot that is itself Sql is spliced in. */
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

/** Joins conditions with AND; no conditions is TRUE. */
export function allConditions(conditions: readonly Sql[]): Sql {
  return conditions.reduce((left, right) => sql`${left} and ${right}`, sql`true`);
}

/** A name as SQL. Only for names of ours (tables, roles), where a parameter cannot stand. */
export function sqlIdentifier(text: string): Sql {
  return new Sql([`"${text.replaceAll('"', '""')}"`], []);
}

/** pg would write an Instant as JSON. */
export function toParameter(value: unknown): unknown {
  return value instanceof Temporal.Instant ? value.toString() : value;
}
