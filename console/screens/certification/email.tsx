/** One email, as HTML and as plain text with links. */
import "./certification.css";
import { Anchor, Tabs } from "@mantine/core";
import type { ReactNode } from "react";
import type { EmailDetails } from "../../../src/interfaces/console/certification/contract.ts";
import { useReading } from "../../api.ts";
import { LoadingScreen } from "../../parts/loading-screen.tsx";
import { PageHeader, Panel } from "../../parts/panel.tsx";
import { TabStrip } from "../../parts/tab-strip.tsx";
import { Moment } from "../../parts/values.tsx";
import { usePathParam, useUrlState } from "../../url-state.ts";

const CRUMBS = [{ label: "Mailbox", to: "/certification/emails" }];

export function Email() {
  const path = `/certification/emails/${usePathParam("id")}`;
  const { data: email, error, refetch } = useReading<EmailDetails>(path);
  if (email === undefined) {
    return <LoadingScreen title="Email" crumbs={CRUMBS} error={error} retry={refetch} />;
  }
  return (
    <>
      <PageHeader
        title={email.subject}
        crumbs={CRUMBS}
        description={
          <>
            To {email.to}, <Moment at={email.receivedAt} show="seconds" focusable />
          </>
        }
      />
      <Panel flush>
        {email.hasHtml ? <EmailTabs email={email} path={path} /> : <PlainText text={email.text} />}
      </Panel>
    </>
  );
}

function EmailTabs({ email, path }: { readonly email: EmailDetails; readonly path: string }) {
  const [{ tab }, setUrl] = useUrlState({ tab: "html" });
  return (
    <Tabs value={tab} onChange={(to) => setUrl({ tab: to ?? "html" })} keepMounted={false}>
      <TabStrip open={tab}>
        <Tabs.Tab value="html">HTML</Tabs.Tab>
        <Tabs.Tab value="text">Plain text</Tabs.Tab>
      </TabStrip>
      <Tabs.Panel value="html">
        <iframe
          className="sd-email"
          title={email.subject}
          src={`/console/api${path}/html`}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        />
      </Tabs.Panel>
      <Tabs.Panel value="text">
        <PlainText text={email.text} />
      </Tabs.Panel>
    </Tabs>
  );
}

function PlainText({ text }: { readonly text: string }) {
  return (
    <div className="sd-padded">
      <pre className="sd-email-text">{withLinks(text)}</pre>
    </div>
  );
}

const ADDRESS = /https?:\/\/[^\s<>"]+/g;

function withLinks(text: string): ReactNode[] {
  const found = [...text.matchAll(ADDRESS)];
  let done = 0;
  const parts = found.flatMap(({ 0: address, index }) => {
    const before = text.slice(done, index);
    done = index + address.length;
    return [before, <OutsideLink key={index} address={address} />];
  });
  return [...parts, text.slice(done)];
}

function OutsideLink({ address }: { readonly address: string }) {
  return (
    <Anchor href={address} target="_blank" rel="noreferrer">
      {address}
    </Anchor>
  );
}
