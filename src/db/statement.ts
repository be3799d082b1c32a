/** A statement whose text is put together once and planned once per connection. */
import type { Sql } from "./sql.ts";

export type ReadText = (text: string) => unknown;

/** How the texts of a row become its values. */
export interface Column {
  readonly name: string;
  readonly read: ReadText;
}

let named = 0;

export class Statement {
  readonly name: string;
  readonly text: string;
  /** Known once it has run: the server would not let them change. */
  columns: readonly Column[] | undefined;

  /** The text may have been spliced; its slots are numbered by hand, as $1, $2 and so on. */
  constructor({ texts, values }: Sql) {
    if (values.length > 0) throw new Error("a statement's values come when it is run");
    this.name = `p${++named}`;
    this.text = texts.join("");
  }
}
