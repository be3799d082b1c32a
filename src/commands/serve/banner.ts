/** The text that serve prints when it is ready: addresses, and a test payment to paste. */
import type { Installation } from "../../app/database/installation.ts";

/** The first account of seed/certification.json. */
const ACCOUNT = "120000000001";
const KEY = "1".repeat(32);

export function banner(
  { config, place }: Installation,
  url: string | undefined,
  now: Temporal.Instant,
): string {
  if (url === undefined) {
    return `Sixdoors is ready and runs jobs only (${config.environment}). Start serve --web to answer requests.\n`;
  }
  const base = url.replace("0.0.0.0", "127.0.0.1").replace("[::]", "[::1]");
  const head = `\n  Sixdoors is ready (${config.environment})\n\n  Base URL   ${base}\n`;
  const docs = `  Console    ${base}/console\n  API docs   ${base}/docs\n`;
  const data = place.isEmbedded ? `  Data       ${place.dataDir}\n` : "";
  if (config.environment === "production") return `${head}${docs}\n`;
  return `${head}${docs}${data}  Account    ${ACCOUNT}\n  Key        ${KEY}

  Make a test payment:

curl -s ${base}/api/qsapi/3.8 -d account_id=${ACCOUNT} -d api_accesskey=${KEY} \\
  -d transaction_type=SALE -d tender_type=CARD -d transaction_amount=12.34 \\
  -d card_number=4111111111111111 -d card_expiration=${expiration(now)} -d response_format=JSON

`;
}

/** Two years ahead, so that the printed command still works in an old terminal window. */
function expiration(now: Temporal.Instant): string {
  const year = now.toZonedDateTimeISO("UTC").year + 2;
  return `12${String(year).slice(-2)}`;
}
