/** One partner: what is known of it, and what is below it. */
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
import { PartnerClients, SubPartners } from "./partner-below.tsx";
import { PeopleList } from "./people-list.tsx";
import { ActivitySwitch, crumbsOf, OneOf } from "./pieces/one-of.tsx";
import { Activity } from "./pieces/texts.tsx";

/** The interface and the address of the page name it alike. */
const PATH = "/management/partners";
const TREE = { label: "Partners and clients", to: "/management/tree" };

export function Partner() {
  const id = usePathParam("partnerId");
  return (
    <OneOf<PartnerView> path={PATH} id={id} noun="Partner">
      {(partner) => (
        <>
          <PageHeader
            title={partner.name}
            crumbs={[TREE, ...crumbsOf(partner.trail.slice(0, -1))]}
            badge={<Activity isActive={partner.isActive} />}
            actions={<Actions partner={partner} />}
          />
          <PartnerTabs partner={partner} />
        </>
      )}
    </OneOf>
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
        <ActivitySwitch
          path={PATH}
          of={partner}
          whenOn="Its people and those of all partners and clients below it can sign in again, and the parser takes their calls."
          whenOff="Its people and those of all partners and clients below it can no longer sign in, and the parser refuses their calls at once. You can switch it on again."
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
        <Tabs.Tab value="people">People</Tabs.Tab>
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
      <Tabs.Panel value="people">
        <PeopleList owner={{ kind: "partner", id }} />
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
    <Panel title="About">
      <Facts
        facts={[
          { name: "Reference", value: <CopyValue value={partner.reference} /> },
          { name: "Name at the parser", value: <CopyValue value={partner.parserName} /> },
          { name: "Billing number", value: billingId },
          { name: "Verification phrase", value: verificationPhrase },
          {
            name: "Clients may order equipment",
            value: partner.clientCanOrderEquipment ? "Yes" : "No",
          },
          {
            name: "Devices, with those below",
            value: (
              <TextLink to={`/management/devices?partner=${id}`}>
                {formatCount(counts.devices)}
              </TextLink>
            ),
          },
          { name: "Entered", value: <Moment at={created} focusable /> },
          { name: "Changed", value: <Moment at={modified} focusable /> },
        ]}
      />
    </Panel>
  );
}
