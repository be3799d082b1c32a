/** The overview of an account. */
import { SimpleGrid } from "@mantine/core";
import type { AccountDetail } from "../../../src/interfaces/console/operator/contract.ts";
import { describeAchRetry } from "../../parts/ach-retry.ts";
import { formatAmount } from "../../parts/formats.ts";
import { TextLink } from "../../parts/link.tsx";
import { Facts, Figure, Panel } from "../../parts/panel.tsx";
import { Moment } from "../../parts/values.tsx";
import { describeAvsCodes, describeCvvCodes } from "../merchant/result-codes.ts";
import { describeDuplicateGuard } from "../merchant/texts.ts";

export function AccountOverview(detail: AccountDetail) {
  const { account, keys, webhooks, subAccountCount, parent, partner } = detail;
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2, md: account.isAgent ? 4 : 3 }} mb="lg">
        <Figure label="Active API keys" value={keys.length} note={keyNote(keys)} />
        <Figure label="Webhook" value={webhookState(webhooks)} note={webhookNote(webhooks)} />
        <Figure label="Currency" value={account.currency} note={account.timeZone} />
        {account.isAgent && <Figure label="Sub-accounts" value={subAccountCount} />}
      </SimpleGrid>
      <Panel title="Account">
        <Facts
          facts={[
            { name: "Account type", value: account.isAgent ? "Agent" : "Merchant" },
            {
              name: "Parent account",
              value: parent && <TextLink to={`/accounts/${parent.id}`}>{parent.name}</TextLink>,
            },
            {
              name: "Partner",
              value: partner && (
                <TextLink to={`/all-partners/${partner.id}`}>
                  {partner.name} ({partner.reference})
                </TextLink>
              ),
            },
            { name: "Card processor", value: account.cardProcessor },
            { name: "Merchant number", value: account.cardMerchantId },
            { name: "Terminal number", value: account.cardTerminalId },
            { name: "Merchant category code", value: account.cardCategoryCode },
            { name: "ACH processor", value: account.achProcessor },
            { name: "Default SEC code", value: account.achSecCode },
            { name: "ACH options", value: describeAchOptions(account) },
            { name: "Approvals", value: describeApprovals(account) },
            { name: "Unlinked credits", value: account.allowsCredit ? "Allowed" : "Not allowed" },
            {
              name: "Notifications of change",
              value: account.appliesAchChanges ? "Applied to later payments" : "Shown only",
            },
            {
              name: "ACH credits to a paid bank account",
              value: account.allowsFreeCredit ? "Any amount" : "Up to the amount of the sale",
            },
            { name: "Returned debits", value: describeAchRetry(account.achRetryDays) },
            { name: "Decline on AVS results", value: describeAvsCodes(account.declinesAvs) },
            { name: "Decline on CVV results", value: describeCvvCodes(account.declinesCvv) },
            { name: "Authorization validity", value: `${account.authorizationDays} days` },
            { name: "Duplicate guard", value: describeDuplicateGuard(account.duplicateMinutes) },
            { name: "Email for receipt copies", value: account.receiptEmail },
            {
              name: "Created",
              value: <Moment at={account.createdAt} zone={account.timeZone} focusable />,
            },
          ]}
        />
      </Panel>
    </>
  );
}

function describeApprovals(account: AccountDetail["account"]): string {
  const { dualControl, creditApprovalCents: cents, currency } = account;
  const credits = cents === null ? [] : [`Credits above ${formatAmount(cents, currency)}`];
  return [...(dualControl ? ["Dual control"] : []), ...credits].join(", ") || "None";
}

function describeAchOptions(account: AccountDetail["account"]): string {
  const options = [
    account.achSameDay ? ["Same day"] : [],
    account.achAddenda ? ["Addenda"] : [],
    account.achPrenotes ? ["Prenotes"] : [],
    account.achReturnStop ? ["Stop above return-rate limits"] : [],
  ].flat();
  return options.join(", ") || "None";
}

function keyNote(keys: AccountDetail["keys"]): string {
  const ending = keys.filter(({ expiresAt }) => expiresAt !== null).length;
  return ending === 0 ? "None expiring" : `${ending} expiring`;
}

function webhookState(webhooks: AccountDetail["webhooks"]): string {
  const count = webhooks.filter(({ isOn }) => isOn).length;
  if (webhooks.length > 1) return `${count} of ${webhooks.length} enabled`;
  if (webhooks.length === 0) return "None";
  return count === 1 ? "Enabled" : "Disabled";
}

function webhookNote(webhooks: AccountDetail["webhooks"]): string {
  if (webhooks.length === 0) return "No URL is set";
  return webhooks.map(({ url }) => new URL(url).host).join(", ");
}
