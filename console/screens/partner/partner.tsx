/** One partner: details, sub-partners, clients, users and locations. */
import { Tabs } from "@mantine/core";
import type { PartnerView } from "../../../src/interfaces/console/partner/contract.ts";
import { CopyValue } from "../../parts/copy.tsx";
import { formatCount } from "../../parts/formats.ts";
import { ButtonLink, TextLink } from "../../parts/link.tsx";
import { Facts, PageHeader, Panel } from "../../parts/panel.tsx";
import { TabStrip } from "../../parts/tab-strip.tsx";
import { Moment } from "../../parts/values.tsx";
import { useMay } from "../../session.tsx";
import { usePathParam, useUrlState } from "../../url-state.ts";
import { LocationList } from "./location-list.tsx";
import { DetailScreen, EnableButton, partnerCrumbs } from "./pieces/detail-screen.tsx";
import { ActiveBadge } from "./pieces/texts.tsx";
import { PartnerClients, SubPartners } from "./sub-partners.tsx";
import { UserList } from "./user-list.tsx";

/** The API path and the page path are the same. */
const PATH = "/management/partners";
const TREE = { label: "Partners and clients", to: "/management/tree" };

export function Partner() {
  const id = usePathParam("partnerId");
  return (
    <DetailScreen<PartnerView> path={PATH} id={id} noun="Partner">
      {(partner) => (
        <>
          <PageHeader
            title={partner.name}
            crumbs={[TREE, ...partnerCrumbs(partner.trail.slice(0, -1))]}
            badge={<ActiveBadge isActive={partner.isActive} />}
            actions={<Actions partner={partner} />}
          />
          <PartnerTabs partner={partner} />
        </>
      )}
    </DetailScreen>
  );
}

function Actions({ partner }: { readonly partner: PartnerView }) {
  const { id, isOwn } = partner;
  const mayChange = useMay("management.partners");
  const maySwitch = useMay("management.admins");
  const mayProve = useMay("management.credentials");
  return (
    <>
      {mayProve && (
        <ButtonLink to={`/management/credentials/${id}`} variant="default">
          Parser credentials
        </ButtonLink>
      )}
      {maySwitch && !isOwn && (
        <EnableButton
          path={PATH}
          of={partner}
          enableConsequence="Users of this partner and of all its sub-partners and clients can sign in again, and the parser accepts their requests."
          disableConsequence="Users of this partner and of all its sub-partners and clients can no longer sign in, and the parser rejects their requests immediately. You can enable it again."
        />
      )}
      {mayChange && <ButtonLink to={`${PATH}/${id}/edit`}>Edit</ButtonLink>}
    </>
  );
}

function PartnerTabs({ partner }: { readonly partner: PartnerView }) {
  const [{ tab }, setUrl] = useUrlState({ tab: "overview" });
  const { id, counts } = partner;
  return (
    <Tabs value={tab} onChange={(to) => setUrl({ tab: to ?? "overview" })} keepMounted={false}>
      <TabStrip open={tab} mb="lg">
        <Tabs.Tab value="overview">Overview</Tabs.Tab>
        <Tabs.Tab value="partners">Sub-partners ({formatCount(counts.subPartners)})</Tabs.Tab>
        <Tabs.Tab value="clients">Clients ({formatCount(counts.clients)})</Tabs.Tab>
        <Tabs.Tab value="users">Users</Tabs.Tab>
        <Tabs.Tab value="locations">Locations</Tabs.Tab>
      </TabStrip>
      <Tabs.Panel value="overview">
        <Overview partner={partner} />
      </Tabs.Panel>
      <Tabs.Panel value="partners">
        <SubPartners id={id} />
      </Tabs.Panel>
      <Tabs.Panel value="clients">
        <PartnerClients id={id} />
      </Tabs.Panel>
      <Tabs.Panel value="users">
        <UserList owner={{ kind: "partner", id }} />
      </Tabs.Panel>
      <Tabs.Panel value="locations">
        <LocationList owner={{ kind: "partner", id }} />
      </Tabs.Panel>
    </Tabs>
  );
}

function Overview({ partner }: { readonly partner: PartnerView }) {
  const { id, counts, billingId, verificationPhrase, created, modified } = partner;
  return (
    <Panel title="Details">
      <Facts
        facts={[
          { name: "Reference", value: <CopyValue value={partner.reference} /> },
          { name: "Parser name", value: <CopyValue value={partner.parserName} /> },
          { name: "Billing number", value: billingId },
          { name: "Verification phrase", value: verificationPhrase },
          {
            name: "Clients may order equipment",
            value: partner.clientCanOrderEquipment ? "Yes" : "No",
          },
          {
            name: "Devices (including sub-partners)",
            value: (
              <TextLink to={`/management/devices?partner=${id}`}>
                {formatCount(counts.devices)}
              </TextLink>
            ),
          },
          { name: "Created", value: <Moment at={created} focusable /> },
          { name: "Updated", value: <Moment at={modified} focusable /> },
        ]}
      />
    </Panel>
  );
}
