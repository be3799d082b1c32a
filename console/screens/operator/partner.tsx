/** One partner: how large it is, and which accounts' terminals are known under it. */
import { SimpleGrid } from "@mantine/core";
import type { PartnerDetail } from "../../../src/interfaces/console/operator/contract.ts";
import { useReading } from "../../api.ts";
import { CopyValue } from "../../parts/copy.tsx";
import { formatCount } from "../../parts/formats.ts";
import { TextLink } from "../../parts/link.tsx";
import { Facts, Figure, PageHeader, Panel } from "../../parts/panel.tsx";
import { Moment } from "../../parts/values.tsx";
import { usePathParam } from "../../url-state.ts";
import { PartnerAccounts } from "./partner-accounts.tsx";
import { SwitchButton, SwitchState, WhenRead } from "./texts.tsx";

const CRUMBS = [{ label: "Partners", to: "/all-partners" }];

export function Partner() {
  const id = usePathParam("partnerId");
  const reading = useReading<PartnerDetail>(`/operator/partners/${id}`);
  return <WhenRead reading={reading}>{(detail) => <Shown key={id} {...detail} />}</WhenRead>;
}

function Shown({ partner, parserName, allowList, size }: PartnerDetail) {
  const { parentId } = partner;
  return (
    <>
      <PageHeader
        title={partner.name}
        badge={<SwitchState isActive={partner.isActive} />}
        description={<CopyValue value={partner.reference} label="Copy the reference" />}
        crumbs={CRUMBS}
        actions={
          <SwitchButton
            list="/operator/partners"
            of={partner}
            whenOn="Its people can sign in again, and its programs can call."
            whenOff="Its people are signed out and its programs refused within a second. Nothing is deleted, and it can be switched on again. Partners below it stay as they are."
          />
        }
      />
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} mb="lg">
        <Figure label="Sub-partners" value={formatCount(size.subPartners)} />
        <Figure label="Clients" value={formatCount(size.clients)} />
        <Figure label="Locations" value={formatCount(size.locations)} />
        <Figure label="Users" value={formatCount(size.users)} />
        <Figure label="Devices" value={formatCount(size.devices)} />
      </SimpleGrid>
      <Panel title="Partner" description="Counts are of the partner and all below it.">
        <Facts
          facts={[
            {
              name: "Below",
              value:
                parentId === null ? (
                  "Nobody: it is at the top"
                ) : (
                  <TextLink to={`/all-partners/${parentId}`}>{partner.parentName}</TextLink>
                ),
            },
            { name: "Name at the parser", value: <code>{parserName}</code> },
            {
              name: "Calls the parser from",
              value: allowList.length === 0 ? "No address yet" : allowList.join(", "),
            },
            { name: "Since", value: <Moment at={partner.createdAt} focusable /> },
          ]}
        />
      </Panel>
      <PartnerAccounts id={partner.id} name={partner.name} />
    </>
  );
}
