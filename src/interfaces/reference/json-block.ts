/** Data for a script in an HTML page. */

/** Browsers do not run it, so the content security policy needs no exception. */
export function writeJsonBlock(id: string, data: unknown): string {
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return `<script type="application/json" id="${id}">${json}</script>`;
}
