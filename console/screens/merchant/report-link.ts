/** The report that holds what a list shows: as many of its filters as reports know. Pure. */

const STATUS: Readonly<Record<string, string>> = {
  paid: "APPROVED",
  authorised: "APPROVED",
  settled: "APPROVED",
  declined: "DECLINED",
};

export function reportLink(asked: Readonly<Record<string, string>>): string {
  const { from = "", to = "", tender = "", min = "", max = "", standing = "", q = "" } = asked;
  const isId = /^\d{10,12}$/.test(q);
  const wanted = {
    startDate: from,
    endDate: to,
    tenderType: tender,
    amountMin: min,
    amountMax: max,
    status: STATUS[standing] ?? "",
    transactionId: isId ? q : "",
    name: isId || q === "" ? "" : `*${q}*`,
  };
  const given = Object.entries(wanted).filter(([, value]) => value !== "");
  return given.length === 0 ? "/reports" : `/reports?${new URLSearchParams(given)}`;
}
