/** The logins of a new certification environment: for the APIs, and for the console. */
import type { CertificationSeed } from "../../core/certification/certification-seed.ts";
import { publishedTestUsers } from "../../core/certification/test-users.ts";
import { escapeHtml } from "../../values/text/escape-html.ts";

const ACCOUNT_COLUMNS = ["Account", "account_id", "api_accesskey"];
const PARTNER_COLUMNS = ["Partner", "partnerId", "partnerKey", "User name", "Password"];
const USER_COLUMNS = ["User", "Account", "User name", "Password"];

export function writeLogins(seed: CertificationSeed): string {
  return `<section aria-labelledby="logins">
<h2 id="logins">Logins</h2>
${writeTable("Payments, status and reporting", ACCOUNT_COLUMNS, accountRows(seed))}
${writeTable("Parser and management", PARTNER_COLUMNS, partnerRows(seed))}
${writeTable("Console, and point of sale for merchants", USER_COLUMNS, userRows(seed))}
</section>`;
}

type Row = readonly string[];

function accountRows({ accounts }: CertificationSeed): readonly Row[] {
  return accounts.map(({ name, account_id, api_accesskey }) => [name, account_id, api_accesskey]);
}

function partnerRows({ partners }: CertificationSeed): readonly Row[] {
  const all = partners.flatMap((partner) => [partner, ...(partner.subPartners ?? [])]);
  return all.map(({ name, reference, partnerKey, user }) => [
    name,
    reference,
    partnerKey,
    user.userName,
    user.password,
  ]);
}

function userRows(seed: CertificationSeed): readonly Row[] {
  return publishedTestUsers(seed).map(({ label, as, accountId = "", name, password }) => [
    as === "operator" ? label : `${label} (${as})`,
    accountId,
    name,
    password,
  ]);
}

/** The first column names the row. */
function writeTable(title: string, columns: Row, rows: readonly Row[]): string {
  const heads = columns.map((column) => `<th scope="col">${column}</th>`).join("");
  const lines = rows.map(([name = "", ...values]) => {
    const cells = values.map((value) => `<td>${value === "" ? "" : writeValue(value)}</td>`);
    return `<tr><th scope="row">${escapeHtml(name)}</th>${cells.join("")}</tr>`;
  });
  return `<h3>${title}</h3>
<div class="table" role="region" aria-label="${title}" tabindex="0">
<table>
<thead><tr>${heads}</tr></thead>
<tbody>
${lines.join("\n")}
</tbody>
</table>
</div>`;
}

function writeValue(value: string): string {
  return `<code>${escapeHtml(value)}</code>`;
}
