/** The logins of a new certification environment: for the APIs, and for the console. */
import type { CertificationSeed } from "../../core/certification/certification-seed.ts";
import { publishedTestUsers } from "../../core/certification/test-users.ts";
import { escapeHtml } from "../../values/escape-html.ts";

export function writeLogins(seed: CertificationSeed): string {
  return `<section aria-labelledby="logins">
<h2 id="logins">Logins</h2>
${writeTable("Accounts: payments, status and reporting", ["Account", "account_id", "api_accesskey"], accountRows(seed))}
${writeTable("Partners: parser and management", ["Partner", "partnerId", "partnerKey", "User name", "Password"], partnerRows(seed))}
${writeTable("Console users. Merchants also log in to the point of sale", ["User", "Sign in as", "Account", "User name", "Password"], userRows(seed))}
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
    label,
    as,
    accountId,
    name,
    password,
  ]);
}

/** The first column names the row. */
function writeTable(caption: string, columns: Row, rows: readonly Row[]): string {
  const heads = columns.map((column) => `<th scope="col">${column}</th>`).join("");
  const lines = rows.map(([name = "", ...values]) => {
    const cells = values.map((value) => `<td>${value === "" ? "" : writeValue(value)}</td>`);
    return `<tr><th scope="row">${escapeHtml(name)}</th>${cells.join("")}</tr>`;
  });
  return `<div class="table" role="region" aria-label="${caption}" tabindex="0">
<table>
<caption>${caption}</caption>
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
