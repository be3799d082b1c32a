/** A statement with a fixed text, which is planned once per connection. */
import type { Sql } from "../sql.ts";

export type ReadText = (text: string) => unknown;

/** The name of a column, and the parser of its values. */
export interface Column {
  readonly name: string;
  readonly read: ReadText;
}

let named = 0;

export class Statement {
  readonly name: string;
  readonly text: string;
  /** Known after the first run. The server does not allow them to change. */
  columns: readonly Column[] | undefined;

  /** The text contains its parameters as $1, $2 and so on. */
  constructor({ texts, values }: Sql) {
    if (values.length > 0) throw new Error("pass the values of a statement when it is run");
    this.name = `p${++named}`;
    this.text = texts.join("");
  }
}
