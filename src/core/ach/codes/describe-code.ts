/** Return and change codes with their titles, as reports, timelines and lists show them. */
import { findChangeCode, refusalMeaning } from "./change-code.ts";
import { findReturnCode } from "./return-code.ts";

/** Returns "R01 Insufficient funds", or the code alone if it is unknown. */
export function describeAchCode(code: string): string {
  const title = findReturnCode(code)?.meaning ?? findChangeCode(code)?.meaning;
  return [code, title ?? refusalMeaning(code)].filter(Boolean).join(" ");
}

/** `detail` is the corrected data, which may start with the code: "C01 account ****1614". */
export function describeAchNotice(code: string, detail: string): string {
  const data = detail.startsWith(code) ? detail.slice(code.length).trim() : detail;
  return data === "" ? describeAchCode(code) : `${describeAchCode(code)}: ${data}`;
}
