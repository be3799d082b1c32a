/**
 * Several prepared statements in one round trip. The server runs them in their order. If one fails,
 * those behind it are skipped. Outside of a transaction, PostgreSQL runs them as one transaction, which
 * Citus does not know: a series for several nodes needs a transaction around it.
 */
import type { Connection, Submittable } from "pg";
import type { ReadText, Statement } from "../statements/statement.ts";

/** One run of a statement. A value that is null is null in SQL. */
export interface StatementCall {
  readonly statement: Statement;
  readonly values: readonly (string | null)[];
}

export interface StatementSeriesOptions {
  readonly calls: readonly StatementCall[];
  readonly answerWithinMs: number | undefined;
  readonly columnReader: (type: number) => ReadText;
}

/** Properties of pg's connection that its types do not have. */
interface Prepared extends Connection {
  readonly parsedStatements: Record<string, string | undefined>;
}

interface RowDescription {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}

type Row = Record<string, unknown>;
/** The rows of each statement, in the order of the calls. */
type Done = (error: Error | null, rows?: readonly Row[][]) => void;

export class StatementSeries implements Submittable {
  readonly query_timeout: number | undefined;
  callback: Done | undefined;

  readonly #calls: readonly StatementCall[];
  readonly #columnReader: (type: number) => ReadText;
  readonly #rows: Row[][] = [[]];
  #connection: Prepared | undefined;
  #error: Error | undefined;

  constructor({ calls, answerWithinMs, columnReader }: StatementSeriesOptions) {
    this.#calls = calls;
    this.query_timeout = answerWithinMs;
    this.#columnReader = columnReader;
  }

  /** Sends all messages in one packet. */
  submit(connection: Connection): void {
    this.#connection = connection as Prepared;
    connection.stream.cork();
    this.#prepareMissing(this.#connection);
    for (const call of this.#calls) sendCall(connection, call);
    connection.sync();
    connection.stream.uncork();
  }

  /** Closed before, because an earlier series may have failed after it had prepared the statement. */
  #prepareMissing(connection: Prepared): void {
    for (const { name, text } of this.#missingStatements(connection)) {
      connection.close({ type: "S", name }, true);
      connection.parse({ name, text, types: [] }, true);
    }
  }

  #missingStatements({ parsedStatements }: Prepared): ReadonlySet<Statement> {
    const missing = this.#calls.filter(
      ({ statement }) => parsedStatements[statement.name] === undefined,
    );
    return new Set(missing.map(({ statement }) => statement));
  }

  handleRowDescription({ fields }: RowDescription): void {
    const { statement } = this.#calls[this.#rows.length - 1] as StatementCall;
    statement.columns = fields.map(({ name, dataTypeID }) => ({
      name,
      read: this.#columnReader(dataTypeID),
    }));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    try {
      const { statement } = this.#calls[this.#rows.length - 1] as StatementCall;
      this.#rows.at(-1)?.push(readRow(statement, fields));
    } catch (error) {
      // An exception here would end the process.
      this.#error ??= error as Error;
    }
  }

  handleCommandComplete(): void {
    const { statement } = this.#calls[this.#rows.length - 1] as StatementCall;
    statement.columns ??= [];
    this.#rows.push([]);
  }

  handleError(error: Error): void {
    this.callback?.(error);
  }

  /** Only now is it known that every statement was prepared. */
  handleReadyForQuery(): void {
    for (const { statement } of this.#calls) this.#markPrepared(statement);
    if (this.#error === undefined) this.callback?.(null, this.#rows);
    else this.callback?.(this.#error);
  }

  #markPrepared({ name, text }: Statement): void {
    if (this.#connection !== undefined) this.#connection.parsedStatements[name] = text;
  }

  /** These are never called: no statement is empty, is read in parts or uses COPY. */
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
  handleCopyData(): void {}
}

function sendCall(connection: Connection, { statement, values }: StatementCall): void {
  connection.bind({ statement: statement.name, values: values as string[] }, true);
  if (statement.columns === undefined) connection.describe({ type: "P", name: "" }, true);
  connection.execute({ portal: "" }, true);
}

function readRow({ columns = [] }: Statement, fields: readonly (string | null)[]): Row {
  const row: Row = {};
  columns.forEach(({ name, read }, place) => {
    const text = fields[place] ?? null;
    row[name] = text === null ? null : read(text);
  });
  return row;
}
