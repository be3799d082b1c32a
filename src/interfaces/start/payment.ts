/** The button for a first payment, the same request as a command, and the answer. */
import type { CertificationSeed } from "../../core/certification/certification-seed.ts";
import { escapeHtml } from "../../values/text/escape-html.ts";

type Answer = Readonly<Record<string, unknown>>;
type Users = Pick<CertificationSeed, "mobileUsers" | "operators">;

export function writePayment(users: Users, curl: string, paid: Answer | undefined): string {
  return `<section aria-labelledby="payment">
<h2 id="payment">Your first payment</h2>
<form method="post" action="/#answer">
<button type="submit">Make a test payment of $12.34</button>
</form>
${paid === undefined ? "" : writeAnswer(users, paid)}<h3>The same request in a shell</h3>
<div class="code"><pre tabindex="0"><code>${escapeHtml(curl)}</code></pre></div>
</section>`;
}

function writeAnswer(users: Users, paid: Answer): string {
  const id = String(paid["transaction_id"] ?? "");
  const isApproved = paid["transaction_approved"] === true;
  const result = isApproved ? `Approved: transaction ${id}.` : "Not approved. The answer says why.";
  const json = JSON.stringify(paid, null, 2);
  return `<div id="answer" class="${isApproved ? "approved" : "refused"}">
<p role="status"><strong>${escapeHtml(result)}</strong></p>
${/^\d+$/.test(id) ? writeWays(users, id) : ""}<h3>Answer</h3>
<div class="code"><pre tabindex="0"><code>${escapeHtml(json)}</code></pre></div>
</div>
`;
}

function writeWays({ mobileUsers: [owner], operators: [operator] }: Users, id: string): string {
  return `<ul class="ways">
<li><a href="/console/transactions/${id}">See the transaction in the console</a> (sign in as ${owner?.email})</li>
<li><a href="/console/certification/requests">See the request in the request log</a> (sign in as ${operator?.userName})</li>
</ul>
`;
}
