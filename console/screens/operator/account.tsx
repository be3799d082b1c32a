/** One account: what it is like, and everything that operators do with it, tab by tab. */
import { Group, Tabs } from "@mantine/core";
import type { ReactNode } from "react";
import type { AccountDetail } from "../../../src/interfaces/console/operator/contract.ts";
import { useReading } from "../../api.ts";
import { CopyValue } from "../../parts/copy.tsx";
import { PageHeader } from "../../parts/panel.tsx";
import { TabStrip } from "../../parts/tab-strip.tsx";
import { usePathParam, useUrlState } from "../../url-state.ts";
import { AccountBelow } from "./account-below.tsx";
import { AccountKeys } from "./account-keys.tsx";
import { AccountOverview } from "./account-overview.tsx";
import { AccountPeople } from "./account-people.tsx";
import { AccountSettings } from "./account-settings.tsx";
import { AccountVerification } from "./account-verification.tsx";
import { AccountWebhook } from "./account-webhook.tsx";
import { SwitchButton, SwitchState, WhenRead } from "./texts.tsx";

const CRUMBS = [{ label: "Accounts", to: "/accounts" }];

export function Account() {
  const id = usePathParam("accountId");
  const reading = useReading<AccountDetail>(`/operator/accounts/${id}`);
  return <WhenRead reading={reading}>{(detail) => <Shown key={id} {...detail} />}</WhenRead>;
}

function Shown(detail: AccountDetail) {
  const { account } = detail;
  return (
    <>
      <PageHeader
        title={account.name}
        badge={<SwitchState isActive={account.isActive} />}
        description={
          <Group gap={6} component="span">
            {account.isAgent ? "Agent" : "Account"}
            <CopyValue value={account.id} label="Copy the account number" />
          </Group>
        }
        crumbs={CRUMBS}
        actions={
          <SwitchButton
            list="/operator/accounts"
            of={account}
            whenOn="It takes payments again within a second, with the keys and people that it had."
            whenOff="Every interface refuses it within a second, and its people are signed out. Nothing is deleted: what is on its way still settles, and it can be switched on again."
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

function tabsOf(detail: AccountDetail): readonly Tab[] {
  const { account } = detail;
  const below: Tab = {
    value: "below",
    label: "Sub-accounts",
    content: <AccountBelow id={account.id} />,
  };
  return [
    { value: "overview", label: "Overview", content: <AccountOverview {...detail} /> },
    { value: "settings", label: "Settings", content: <AccountSettings {...detail} /> },
    { value: "keys", label: "Access keys", content: <AccountKeys {...detail} /> },
    { value: "webhook", label: "Webhook", content: <AccountWebhook {...detail} /> },
    { value: "verification", label: "Verification", content: <AccountVerification {...account} /> },
    { value: "people", label: "People", content: <AccountPeople {...account} /> },
    ...(account.isAgent ? [below] : []),
  ];
}

function AccountTabs(detail: AccountDetail) {
  const [{ tab }, setUrl] = useUrlState({ tab: "overview" });
  const tabs = tabsOf(detail);
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
