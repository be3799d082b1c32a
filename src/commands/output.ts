/** How commands print: lines for people, or one JSON document. */
export interface OutputOptions {
  readonly json?: boolean;
}

export function print({ json }: OutputOptions, document: object, lines: readonly string[]): void {
  const text = json ? JSON.stringify(document) : lines.join("\n");
  process.stdout.write(`${text}\n`);
}
