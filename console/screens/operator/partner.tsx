/** One partner: its size and its linked accounts. */
import { SimpleGrid } from "@mantine/core";
import type { PartnerDetail } from "../../../src/interfaces/console/operator/contract.ts";
import { useReading } from "../../api.ts";
import { CopyValue } from "../../parts/copy.tsx";
import { formatCount } from "../../parts/formats.ts";
import { TextLink } from "../../parts/link.tsx";
import { Facts, Figure, PageHeader, Panel } from "../../parts/panel.tsx";
import { Moment } from "../../parts/values.tsx";
import { WhenLoaded } from "../../parts/when-loaded.tsx";
import { usePathParam } from "../../url-state.ts";
import { PartnerAccounts } from "./partner-accounts.tsx";
import { ActiveBadge, EnableButton } from "./texts.tsx";

const CRUMBS = [{ label: "Partners", to: "/all-partners" }];

export function Partner() {
  const id = usePathParam("partnerId");
  const reading = useReading<PartnerDetail>(`/operator/partners/${id}`);
  return <WhenLoaded reading={reading}>{(detail) => <Shown key={id} {...detail} />}</WhenLoaded>;
}

function Shown({ partner, parserName, allowList, size }: PartnerDetail) {
  const { parentId } = partner;
  return (
    <>
      <PageHeader
        title={partner.name}
        badge={<ActiveBadge isActive={partner.isActive} />}
        description={<CopyValue value={partner.reference} label="Copy reference" />}
        crumbs={CRUMBS}
        actions={
          <EnableButton
            list="/operator/partners"
            of={partner}
            enableConsequence="Users of this partner and of all its sub-partners and clients can sign in again, and their software can call the APIs."
            disableConsequence="Users of this partner and of all its sub-partners and clients are signed out, and their API requests are rejected within a second. No data is deleted, and you can enable it again."
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
      <Panel title="Partner" description="Counts include all sub-partners.">
        <Facts
          facts={[
            {
              name: "Parent partner",
              value:
                parentId === null ? (
                  "None (top level)"
                ) : (
                  <TextLink to={`/all-partners/${parentId}`}>{partner.parentName}</TextLink>
                ),
            },
            { name: "Parser name", value: <code>{parserName}</code> },
            {
              name: "Allowed IP addresses",
              value: allowList.length === 0 ? "None" : allowList.join(", "),
            },
            { name: "Created", value: <Moment at={partner.createdAt} focusable /> },
          ]}
        />
      </Panel>
      <PartnerAccounts id={partner.id} name={partner.name} />
    </>
  );
}
