/** Links a batch to the report of its payments. Pure. */

/** The transactions of a card batch, which was closed at this time. */
export function batchReportLink(closedAt: string): string {
  const second = closedAt.replace("T", " ").replace(/(?:\.\d+)?Z$/, "+00:00");
  const wanted = { dateKind: "batch", startDate: second, endDate: second, tenderType: "CARD" };
  return `/reports?${new URLSearchParams(wanted)}`;
}
