/** The overview of an account. */
import { SimpleGrid } from "@mantine/core";
import type { AccountDetail } from "../../../src/interfaces/console/operator/contract.ts";
import { TextLink } from "../../parts/link.tsx";
import { Facts, Figure, Panel } from "../../parts/panel.tsx";
import { Moment } from "../../parts/values.tsx";
import { describeAvsCodes, describeCvvCodes } from "../merchant/result-codes.ts";

export function AccountOverview(detail: AccountDetail) {
  const { account, keys, webhook, subAccountCount, parent, partner } = detail;
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2, md: account.isAgent ? 4 : 3 }} mb="lg">
        <Figure label="Active API keys" value={keys.length} note={keyNote(keys)} />
        <Figure
          label="Webhook"
          value={webhook === undefined ? "None" : webhook.isOn ? "Enabled" : "Disabled"}
          note={webhook === undefined ? "No URL is set" : new URL(webhook.url).host}
        />
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
            { name: "Unlinked credits", value: account.allowsCredit ? "Allowed" : "Not allowed" },
            { name: "Decline on AVS results", value: describeAvsCodes(account.declinesAvs) },
            { name: "Decline on CVV results", value: describeCvvCodes(account.declinesCvv) },
            { name: "Authorization validity", value: `${account.authorizationDays} days` },
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
