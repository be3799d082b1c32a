/** One client: overview, locations, users, devices and attestations. */
import { SimpleGrid, Tabs } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { ClientView } from "../../../src/interfaces/console/partner/contract.ts";
import { api } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { CopyValue } from "../../parts/copy.tsx";
import { formatCount } from "../../parts/formats.ts";
import { ButtonLink, linkTarget, TextLink } from "../../parts/link.tsx";
import { Facts, Figure, PageHeader, Panel } from "../../parts/panel.tsx";
import { TabStrip } from "../../parts/tab-strip.tsx";
import { Moment } from "../../parts/values.tsx";
import { useMay } from "../../session.tsx";
import { usePathParam, useUrlState } from "../../url-state.ts";
import { AttestationList } from "./attestation-list.tsx";
import { DeviceList } from "./device-list.tsx";
import { LocationList } from "./location-list.tsx";
import { DetailScreen, EnableButton, partnerCrumbs } from "./pieces/detail-screen.tsx";
import { ActiveBadge } from "./pieces/texts.tsx";
import { UserList } from "./user-list.tsx";

/** The API path and the page path are the same. */
const PATH = "/management/clients";

export function Client() {
  const id = usePathParam("clientId");
  return (
    <DetailScreen<ClientView> path={PATH} id={id} noun="Client">
      {(client) => (
        <>
          <PageHeader
            title={client.name}
            crumbs={partnerCrumbs(client.trail)}
            badge={<ActiveBadge isActive={client.isActive} />}
            actions={<Actions client={client} />}
          />
          <ClientTabs client={client} />
        </>
      )}
    </DetailScreen>
  );
}

function Actions({ client }: { readonly client: ClientView }) {
  const { id } = client;
  const mayChange = useMay("management.change");
  const mayAttest = useMay("attestations");
  return (
    <>
      {mayAttest && (
        <ButtonLink to={`/management/attest?client=${id}`} variant="default">
          New attestation
        </ButtonLink>
      )}
      {mayChange && <Switches client={client} />}
      {mayChange && <ButtonLink to={`${PATH}/${id}/edit`}>Edit</ButtonLink>}
    </>
  );
}

function Switches({ client }: { readonly client: ClientView }) {
  const { id, name, counts } = client;
  const navigate = useNavigate();
  const isUnused = counts.devices === 0 && counts.attestations === 0;
  return (
    <>
      <EnableButton
        path={PATH}
        of={client}
        enableConsequence="Its users can sign in again and receive inspection reminders."
        disableConsequence="Its users can no longer sign in and receive no reminders. You can enable it again."
      />
      {isUnused && (
        <ConfirmButton
          label="Delete"
          question={`Delete ${name}?`}
          consequence="Its location and contact are deleted too. This cannot be undone."
          send={() => api.delete(`${PATH}/${id}`)}
          successMessage="Client deleted."
          done={() => {
            void navigate(linkTarget(PATH));
          }}
        />
      )}
    </>
  );
}

function ClientTabs({ client }: { readonly client: ClientView }) {
  const [{ tab }, setUrl] = useUrlState({ tab: "overview" });
  const { id, counts } = client;
  const owner = { kind: "client", id } as const;
  return (
    <Tabs value={tab} onChange={(to) => setUrl({ tab: to ?? "overview" })} keepMounted={false}>
      <TabStrip open={tab} mb="lg">
        <Tabs.Tab value="overview">Overview</Tabs.Tab>
        <Tabs.Tab value="locations">Locations ({formatCount(counts.locations)})</Tabs.Tab>
        <Tabs.Tab value="users">Users ({formatCount(counts.people)})</Tabs.Tab>
        <Tabs.Tab value="devices">Devices ({formatCount(counts.devices)})</Tabs.Tab>
        <Tabs.Tab value="attestations">Attestations ({formatCount(counts.attestations)})</Tabs.Tab>
      </TabStrip>
      <Tabs.Panel value="overview">
        <Overview client={client} />
      </Tabs.Panel>
      <Tabs.Panel value="locations">
        <LocationList owner={owner} />
      </Tabs.Panel>
      <Tabs.Panel value="users">
        <UserList owner={owner} />
      </Tabs.Panel>
      <Tabs.Panel value="devices">
        <DeviceList clientId={id} />
      </Tabs.Panel>
      <Tabs.Panel value="attestations">
        <AttestationList clientId={id} />
      </Tabs.Panel>
    </Tabs>
  );
}

function Overview({ client }: { readonly client: ClientView }) {
  const { id, due, counts, directPartner, trail, created, modified } = client;
  const inspections = `/management/inspections?client=${id}`;
  return (
    <>
      <SimpleGrid cols={{ base: 2, xs: 3 }} mb="lg">
        <Figure
          label="Devices"
          value={formatCount(counts.devices)}
          note={<TextLink to={`${PATH}/${id}?tab=devices`}>View devices</TextLink>}
        />
        <Figure
          label="Overdue inspections"
          value={formatCount(due.overdue)}
          note={<TextLink to={inspections}>View</TextLink>}
        />
        <Figure
          label="Due within 60 days"
          value={formatCount(due.within60)}
          note={<TextLink to={`${inspections}&within=60`}>View</TextLink>}
        />
      </SimpleGrid>
      <Panel title="Details">
        <Facts
          facts={[
            { name: "Client ID", value: <CopyValue value={client.clientNumber} /> },
            { name: "Merchant ID", value: client.mid },
            { name: "Billing number", value: client.billingId },
            {
              name: "Partner",
              value:
                trail.length === 0 ? (
                  directPartner.name
                ) : (
                  <TextLink to={`/management/partners/${directPartner.id}`}>
                    {directPartner.name}
                  </TextLink>
                ),
            },
            { name: "Main location", value: client.location?.name },
            { name: "Created", value: <Moment at={created} focusable /> },
            { name: "Updated", value: <Moment at={modified} focusable /> },
          ]}
        />
      </Panel>
    </>
  );
}
