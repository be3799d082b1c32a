/** One client: overview, locations, people, devices and attestations. */
import { SimpleGrid, Tabs } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { ClientView } from "../../../src/interfaces/console/partner/contract.ts";
import { api } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { CopyValue } from "../../parts/copy.tsx";
import { formatCount } from "../../parts/formats.ts";
import { ButtonLink, TextLink, targetOf } from "../../parts/link.tsx";
import { Facts, Figure, PageHeader, Panel } from "../../parts/panel.tsx";
import { TabStrip } from "../../parts/tab-strip.tsx";
import { Moment } from "../../parts/values.tsx";
import { useMay } from "../../session.tsx";
import { usePathParam, useUrlState } from "../../url-state.ts";
import { AttestationList } from "./attestation-list.tsx";
import { DeviceList } from "./device-list.tsx";
import { LocationList } from "./location-list.tsx";
import { PeopleList } from "./people-list.tsx";
import { ActivitySwitch, crumbsOf, OneOf } from "./pieces/one-of.tsx";
import { Activity } from "./pieces/texts.tsx";

/** The interface and the address of the page name it alike. */
const PATH = "/management/clients";

export function Client() {
  const id = usePathParam("clientId");
  return (
    <OneOf<ClientView> path={PATH} id={id} noun="Client">
      {(client) => (
        <>
          <PageHeader
            title={client.name}
            crumbs={crumbsOf(client.trail)}
            badge={<Activity isActive={client.isActive} />}
            actions={<Actions client={client} />}
          />
          <ClientTabs client={client} />
        </>
      )}
    </OneOf>
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
          Start an attestation
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
      <ActivitySwitch
        path={PATH}
        of={client}
        whenOn="Its people can sign in again and get reminders of inspections."
        whenOff="Its people can no longer sign in and get no reminders. You can switch it on again."
      />
      {isUnused && (
        <ConfirmButton
          label="Delete"
          question={`Delete ${name}?`}
          consequence="Its location and its person go with it. This cannot be undone."
          send={() => api.delete(`${PATH}/${id}`)}
          said="Deleted."
          done={() => {
            void navigate(targetOf(PATH));
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
        <Tabs.Tab value="people">People ({formatCount(counts.people)})</Tabs.Tab>
        <Tabs.Tab value="devices">Devices ({formatCount(counts.devices)})</Tabs.Tab>
        <Tabs.Tab value="attestations">Attestations ({formatCount(counts.attestations)})</Tabs.Tab>
      </TabStrip>
      <Tabs.Panel value="overview">
        <Overview client={client} />
      </Tabs.Panel>
      <Tabs.Panel value="locations">
        <LocationList owner={owner} />
      </Tabs.Panel>
      <Tabs.Panel value="people">
        <PeopleList owner={owner} />
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
          note={<TextLink to={`${PATH}/${id}?tab=devices`}>See them</TextLink>}
        />
        <Figure
          label="Inspections overdue"
          value={formatCount(due.overdue)}
          note={<TextLink to={inspections}>See which</TextLink>}
        />
        <Figure
          label="Due within 60 days"
          value={formatCount(due.within60)}
          note={<TextLink to={`${inspections}&within=60`}>Plan ahead</TextLink>}
        />
      </SimpleGrid>
      <Panel title="About">
        <Facts
          facts={[
            { name: "Client number", value: <CopyValue value={client.clientNumber} /> },
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
            { name: "Entered", value: <Moment at={created} focusable /> },
            { name: "Changed", value: <Moment at={modified} focusable /> },
          ]}
        />
      </Panel>
    </>
  );
}
