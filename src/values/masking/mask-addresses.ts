/** Finds the password in a URL such as postgres://user:password@host. */
import { MASKED, type MaskFinding } from "./mask-shape.ts";

const LOGIN_MAX = 1024;
const ENDS = /[\s/?#"'<>]/;

/** `colon` is the one before the two slashes. */
export function passwordInAddress(text: string, colon: number): MaskFinding | undefined {
  let password = -1;
  let at = -1;
  for (let place = colon + 3; place < colon + LOGIN_MAX; place++) {
    const sign = text.charAt(place);
    if (sign === "" || ENDS.test(sign)) break;
    if (sign === ":" && password < 0) password = place + 1;
    if (sign === "@") at = place;
  }
  if (password < 0 || at <= password) return undefined;
  return { from: password, to: at, put: MASKED };
}
