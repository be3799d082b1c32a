/** The text that serve prints when it is ready: addresses, and a test payment to paste. */
import type { Installation } from "../../app/database/installation.ts";
import { type PaymentFields, writeCurl } from "../../core/certification/first-payment.ts";
import type { SafeMode } from "../../core/safe-mode/safe-mode-store.ts";
import { safeModeText } from "../../core/safe-mode/safe-mode-text.ts";

export interface BannerFacts {
  /** Undefined in production, which has no test data. */
  readonly payment: PaymentFields | undefined;
  /** Set if this is a restored copy that was not released yet. */
  readonly safeMode: SafeMode | undefined;
}

export interface ServedUrls {
  /** Undefined: this process only runs jobs. */
  readonly url: string | undefined;
  /** Where a process that only runs jobs has its health and metrics. */
  readonly healthUrl?: string | undefined;
}

export function banner(
  installation: Installation,
  urls: ServedUrls,
  { payment, safeMode }: BannerFacts,
): string {
  const text = addressText(installation, urls, safeMode === undefined ? payment : undefined);
  return safeMode === undefined ? text : `${text}  ${safeModeText(safeMode)}\n\n`;
}

function addressText(
  { config, place }: Installation,
  { url, healthUrl }: ServedUrls,
  payment: PaymentFields | undefined,
): string {
  if (url === undefined) {
    const health = healthUrl === undefined ? "" : ` Health and metrics: ${healthUrl}`;
    return `Sixdoors is ready and runs jobs only (${config.environment}). Start serve --web to answer requests.${health}\n`;
  }
  const base = url.replace("0.0.0.0", "127.0.0.1").replace("[::]", "[::1]");
  const head = `\n  Sixdoors is ready (${config.environment})\n\n  Base URL   ${base}\n`;
  const docs = `  Console    ${base}/console\n  API docs   ${base}/docs\n`;
  const data = place.isEmbedded ? `  Data       ${place.dataDir}\n` : "";
  if (payment === undefined) return `${head}${docs}\n`;
  const { account_id: account, api_accesskey: key } = payment;
  return `${head}${docs}${data}  Account    ${account}\n  Key        ${key}

  Make a test payment:

${writeCurl(base, payment)}

  Requests are listed below. Press Ctrl+C to stop.

`;
}
