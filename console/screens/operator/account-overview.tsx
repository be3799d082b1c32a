/** What an account is like at a glance. */
import { SimpleGrid } from "@mantine/core";
import type { AccountDetail } from "../../../src/interfaces/console/operator/contract.ts";
import { TextLink } from "../../parts/link.tsx";
import { Facts, Figure, Panel } from "../../parts/panel.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";

export function AccountOverview(detail: AccountDetail) {
  const { account, keys, webhook, subAccountCount, parent, partner } = detail;
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2, md: account.isAgent ? 4 : 3 }} mb="lg">
        <Figure label="Good access keys" value={keys.length} note={keyNote(keys)} />
        <Figure
          label="Webhook"
          value={webhook === undefined ? "None" : webhook.isOn ? "On" : "Off"}
          note={webhook === undefined ? "No address is set" : new URL(webhook.url).host}
        />
        <Figure label="Currency" value={account.currency} note={account.timeZone} />
        {account.isAgent && <Figure label="Sub-accounts" value={subAccountCount} />}
      </SimpleGrid>
      <Panel title="Account">
        <Facts
          facts={[
            { name: "Kind", value: account.isAgent ? "Agent" : "Merchant" },
            {
              name: "Agent above",
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
            { name: "ACH processor", value: account.achProcessor },
            { name: "Default SEC code", value: account.achSecCode },
            { name: "Credits", value: account.allowsCredit ? "Allowed" : "Not allowed" },
            { name: "Declined by AVS letters", value: emails(account.declinesAvs) },
            { name: "Declined by CVV letters", value: emails(account.declinesCvv) },
            { name: "An authorization waits", value: `${account.authorizationDays} days` },
            { name: "Receipts are also sent to", value: account.receiptEmail },
            {
              name: "Opened",
              value: <Moment at={account.createdAt} zone={account.timeZone} focusable />,
            },
          ]}
        />
      </Panel>
    </>
  );
}

function keyNote(keys: AccountDetail["keys"]): string {
  const ending = keys.filter(({ expiresAt }) => expiresAt !== null).length;
  return ending === 0 ? "None is about to end" : `${ending} of them will end`;
}

function emails(text: string) {
  if (text === "") return "None";
  return [...text].map((email) => <StateBadge key={email} state={email} label={email} />);
}
