/** One account with its settings, keys, webhook, verification and users in tabs. */
import { Group, Tabs } from "@mantine/core";
import type { ReactNode } from "react";
import type { AccountDetail } from "../../../src/interfaces/console/operator/contract.ts";
import { useReading } from "../../api.ts";
import { CopyValue } from "../../parts/copy.tsx";
import { PageHeader } from "../../parts/panel.tsx";
import { TabStrip } from "../../parts/tab-strip.tsx";
import { WhenLoaded } from "../../parts/when-loaded.tsx";
import { usePathParam, useUrlState } from "../../url-state.ts";
import { AccountKeys } from "./account-keys.tsx";
import { AccountOverview } from "./account-overview.tsx";
import { AccountSettings } from "./account-settings.tsx";
import { AccountUsers } from "./account-users.tsx";
import { AccountVerification } from "./account-verification.tsx";
import { AccountWebhook } from "./account-webhook.tsx";
import { SubAccounts } from "./sub-accounts.tsx";
import { ActiveBadge, EnableButton } from "./texts.tsx";

const CRUMBS = [{ label: "Accounts", to: "/accounts" }];

export function Account() {
  const id = usePathParam("accountId");
  const reading = useReading<AccountDetail>(`/operator/accounts/${id}`);
  return <WhenLoaded reading={reading}>{(detail) => <Shown key={id} {...detail} />}</WhenLoaded>;
}

function Shown(detail: AccountDetail) {
  const { account } = detail;
  return (
    <>
      <PageHeader
        title={account.name}
        badge={<ActiveBadge isActive={account.isActive} />}
        description={
          <Group gap={6} component="span">
            {account.isAgent ? "Agent" : "Account"}
            <CopyValue value={account.id} label="Copy account number" />
          </Group>
        }
        crumbs={CRUMBS}
        actions={
          <EnableButton
            list="/operator/accounts"
            of={account}
            enableConsequence="The account can take payments again within a second, with its existing keys and users."
            disableConsequence="All APIs reject the account within a second, and its users are signed out. No data is deleted, payments already sent still settle, and you can enable it again."
          />
        }
      />
      <AccountTabs {...detail} />
    </>
  );
}

interface Tab {
  readonly value: string;
  readonly label: string;
  readonly content: ReactNode;
}

function accountTabs(detail: AccountDetail): readonly Tab[] {
  const { account } = detail;
  const below: Tab = {
    value: "sub-accounts",
    label: "Sub-accounts",
    content: <SubAccounts id={account.id} />,
  };
  return [
    { value: "overview", label: "Overview", content: <AccountOverview {...detail} /> },
    { value: "settings", label: "Settings", content: <AccountSettings {...detail} /> },
    { value: "keys", label: "API keys", content: <AccountKeys {...detail} /> },
    { value: "webhook", label: "Webhook", content: <AccountWebhook {...detail} /> },
    { value: "verification", label: "Verification", content: <AccountVerification {...account} /> },
    { value: "users", label: "Users", content: <AccountUsers {...account} /> },
    ...(account.isAgent ? [below] : []),
  ];
}

function AccountTabs(detail: AccountDetail) {
  const [{ tab }, setUrl] = useUrlState({ tab: "overview" });
  const tabs = accountTabs(detail);
  const open = tabs.some(({ value }) => value === tab) ? tab : "overview";
  const change = (value: string | null) =>
    setUrl({ tab: value === "overview" ? "" : (value ?? "") });
  return (
    <Tabs value={open} onChange={change} keepMounted={false}>
      <TabStrip open={open} mb="lg">
        {tabs.map(({ value, label }) => (
          <Tabs.Tab key={value} value={value}>
            {label}
          </Tabs.Tab>
        ))}
      </TabStrip>
      {tabs.map(({ value, content }) => (
        <Tabs.Panel key={value} value={value}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
