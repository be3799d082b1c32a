/** A tax rate in whole ten-thousandths of a percent: "8.875" is 88750. Never a float. */
declare const unit: unique symbol;

export type PercentE4 = number & { readonly [unit]: "percent_e4" };

const PERCENT = /^(\d{1,3})(?:\.(\d{1,4}))?$/;
const STEPS = 10_000;
const MAX = 100 * STEPS;

/** Reads "8", "8.5" or "8.8750", up to 100. Returns undefined for any other text. */
export function parsePercent(text: string): PercentE4 | undefined {
  const match = PERCENT.exec(text);
  if (match === null) return undefined;
  const [, whole = "0", fraction = ""] = match;
  const percent = Number(whole) * STEPS + Number(fraction.padEnd(4, "0"));
  return percent <= MAX ? (percent as PercentE4) : undefined;
}

/** Without trailing zeros. */
export function formatPercent(percent: PercentE4): string {
  const fraction = String(percent % STEPS)
    .padStart(4, "0")
    .replace(/0+$/, "");
  const whole = Math.trunc(percent / STEPS);
  return fraction === "" ? `${whole}` : `${whole}.${fraction}`;
}
