/** How a report is written on the wire. Reports run it, and wire/report-formats.ts implements it. */
export interface ReportFormat {
  /** The COPY format in which the database writes the rows. */
  readonly rows: "csv" | "text";
  /** Whether the head contains the number of rows. */
  readonly countsFirst: boolean;
  /** Turns the database's bytes into the bytes that are sent. */
  readonly rewriter: {
    /** The number of rows written so far. */
    readonly rows: number;
    write(chunk: Buffer): readonly Buffer[];
    end(): readonly Buffer[];
  };
  head(count: number): string;
  tail(count: number): string;
}
