/**
 * Links a transaction list to a report with the same filters, as far as reports support them. Pure.
 */

const STATUS: Readonly<Record<string, string>> = {
  paid: "APPROVED",
  authorized: "APPROVED",
  settled: "APPROVED",
  declined: "DECLINED",
};

export function reportLink(asked: Readonly<Record<string, string>>): string {
  const { from = "", to = "", tender = "", min = "", max = "", status = "", q = "" } = asked;
  const isId = /^\d{10,12}$/.test(q);
  const wanted = {
    startDate: from,
    endDate: to,
    tenderType: tender,
    amountMin: min,
    amountMax: max,
    status: STATUS[status] ?? "",
    transactionId: isId ? q : "",
    name: isId || q === "" ? "" : `*${q}*`,
  };
  const given = Object.entries(wanted).filter(([, value]) => value !== "");
  return given.length === 0 ? "/reports" : `/reports?${new URLSearchParams(given)}`;
}

/** The transactions of a card batch, which was closed at this time. */
export function batchReportLink(closedAt: string): string {
  const second = closedAt.replace("T", " ").replace(/(?:\.\d+)?Z$/, "+00:00");
  const wanted = { dateKind: "batch", startDate: second, endDate: second, tenderType: "CARD" };
  return `/reports?${new URLSearchParams(wanted)}`;
}
