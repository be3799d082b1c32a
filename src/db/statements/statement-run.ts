/**
 * One run of a prepared statement, used instead of pg's own query class. It copies nothing, and it
 * describes the columns once instead of with every run, which matters for statements that run
 * hundreds of times per second.
 */
import type { Connection, Submittable } from "pg";
import type { ReadText, Statement } from "./statement.ts";

/** Properties of pg's connection that its types do not have. */
interface Prepared extends Connection {
  readonly parsedStatements: Readonly<Record<string, string | undefined>>;
}

interface RowDescription {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}

interface DataRow {
  readonly fields: readonly (string | null)[];
}

type Row = Record<string, unknown>;
type Done = (error: Error | null, rows?: readonly Row[]) => void;

export interface StatementRunOptions {
  readonly statement: Statement;
  readonly values: string[];
  readonly answerWithinMs: number | undefined;
  readonly columnReader: (type: number) => ReadText;
}

export class StatementRun implements Submittable {
  // Properties that pg reads from every query.
  readonly name: string;
  readonly text: string;
  readonly values: string[];
  readonly query_timeout: number | undefined;
  callback: Done | undefined;

  readonly #statement: Statement;
  readonly #columnReader: (type: number) => ReadText;
  readonly #rows: Row[] = [];
  #error: Error | undefined;

  constructor({ statement, values, answerWithinMs, columnReader }: StatementRunOptions) {
    this.name = statement.name;
    this.text = statement.text;
    this.query_timeout = answerWithinMs;
    this.#statement = statement;
    this.values = values;
    this.#columnReader = columnReader;
  }

  /** Sends all messages in one packet. */
  submit(connection: Connection): void {
    const { stream, parsedStatements } = connection as Prepared;
    const { name, text, values } = this;
    stream.cork();
    if (parsedStatements[name] === undefined) connection.parse({ name, text, types: [] }, true);
    connection.bind({ statement: name, values }, true);
    if (this.#statement.columns === undefined) connection.describe({ type: "P", name: "" }, true);
    connection.execute({ portal: "" }, true);
    connection.sync();
    stream.uncork();
  }

  handleRowDescription({ fields }: RowDescription): void {
    this.#statement.columns = fields.map(({ name, dataTypeID }) => ({
      name,
      read: this.#columnReader(dataTypeID),
    }));
  }

  handleDataRow({ fields }: DataRow): void {
    try {
      this.#rows.push(this.#rowOf(fields));
    } catch (error) {
      // An exception here would end the process.
      this.#error ??= error as Error;
    }
  }

  #rowOf(fields: DataRow["fields"]): Row {
    const row: Row = {};
    this.#statement.columns?.forEach(({ name, read }, place) => {
      const text = fields[place] ?? null;
      row[name] = text === null ? null : read(text);
    });
    return row;
  }

  handleCommandComplete(): void {
    this.#statement.columns ??= [];
  }

  handleError(error: Error): void {
    this.callback?.(error);
  }

  handleReadyForQuery(): void {
    if (this.#error === undefined) this.callback?.(null, this.#rows);
    else this.callback?.(this.#error);
  }

  /** These are never called: no statement is empty, is read in parts or uses COPY. */
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
  handleCopyData(): void {}
}
