/** Return and change codes with their titles, as reports, timelines and lists show them. */
import { findChangeCode, refusalTitle } from "./change-code.ts";
import { findReturnCode } from "./return-code.ts";

/** Returns "R01 Insufficient funds", or the code alone if it is unknown. */
export function describeAchCode(code: string): string {
  const title = findReturnCode(code)?.title ?? findChangeCode(code)?.title;
  return [code, title ?? refusalTitle(code)].filter(Boolean).join(" ");
}

/** `detail` is the corrected data, which may start with the code: "C01 account ****1614". */
export function describeAchNotice(code: string, detail: string): string {
  const data = detail.startsWith(code) ? detail.slice(code.length).trim() : detail;
  return data === "" ? describeAchCode(code) : `${describeAchCode(code)}: ${data}`;
}
