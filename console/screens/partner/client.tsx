/** One client: overview, locations, people, devices and attestations. */
import { SimpleGrid, Tabs } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { ClientView } from "../../../src/interfaces/console/partner/contract.ts";
import { api, useReading } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { CopyValue } from "../../parts/copy.tsx";
import { ErrorPanel } from "../../parts/error-panel.tsx";
import { formatCount } from "../../parts/formats.ts";
import { ButtonLink, TextLink, targetOf } from "../../parts/link.tsx";
import { Facts, Figure, PageHeader, Panel, ScreenSkeleton } from "../../parts/panel.tsx";
import { TabStrip } from "../../parts/tab-strip.tsx";
import { Moment } from "../../parts/values.tsx";
import { useMay } from "../../session.tsx";
import { usePathParam, useUrlState } from "../../url-state.ts";
import { AttestationList } from "./attestation-list.tsx";
import { DeviceList } from "./device-list.tsx";
import { LocationList } from "./location-list.tsx";
import { PeopleList } from "./people-list.tsx";
import { Activity } from "./pieces/words.tsx";

export function Client() {
  const id = usePathParam("clientId");
  const { data, error, refetch } = useReading<ClientView>(`/estate/clients/${id}`);
  if (error !== null) return <ErrorPanel error={error} retry={refetch} />;
  if (data === undefined || data.id !== id) return <ScreenSkeleton />;
  const crumbs = data.trail.map((one) => ({
    label: one.name,
    to: `/estate/partners/${one.id}`,
  }));
  return (
    <>
      <PageHeader
        title={data.name}
        crumbs={crumbs}
        badge={<Activity isActive={data.isActive} />}
        actions={<Actions client={data} />}
      />
      <ClientTabs client={data} />
    </>
  );
}

function Actions({ client }: { readonly client: ClientView }) {
  const { id } = client;
  const mayChange = useMay("estate.change");
  const mayAttest = useMay("attestations");
  return (
    <>
      {mayAttest && (
        <ButtonLink to={`/estate/attest?client=${id}`} variant="default">
          Start an attestation
        </ButtonLink>
      )}
      {mayChange && <Switches client={client} />}
      {mayChange && <ButtonLink to={`/estate/clients/${id}/edit`}>Edit</ButtonLink>}
    </>
  );
}

function Switches({ client }: { readonly client: ClientView }) {
  const { id, name, isActive, version, counts } = client;
  const navigate = useNavigate();
  const isUnused = counts.devices === 0 && counts.attestations === 0;
  return (
    <>
      <ConfirmButton
        label={isActive ? "Switch off" : "Switch on"}
        color={isActive ? "red" : "tide"}
        question={isActive ? `Switch ${name} off?` : `Switch ${name} on again?`}
        consequence={
          isActive
            ? "Its people can no longer sign in and get no reminders. You can switch it on again."
            : "Its people can sign in again and get reminders of inspections."
        }
        send={() => api.patch(`/estate/clients/${id}`, { isActive: !isActive, version })}
        said={isActive ? "Switched off." : "Switched on."}
        refresh={["/estate"]}
      />
      {isUnused && (
        <ConfirmButton
          label="Delete"
          question={`Delete ${name}?`}
          consequence="Its location and its person go with it. This cannot be undone."
          send={() => api.delete(`/estate/clients/${id}`)}
          said="Deleted."
          done={() => {
            void navigate(targetOf("/estate/clients"));
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
  const inspections = `/estate/inspections?client=${id}`;
  return (
    <>
      <SimpleGrid cols={{ base: 2, xs: 3 }} mb="lg">
        <Figure
          label="Devices"
          value={formatCount(counts.devices)}
          note={<TextLink to={`/estate/clients/${id}?tab=devices`}>See them</TextLink>}
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
            { name: "Mid", value: client.mid },
            { name: "Billing number", value: client.billingId },
            {
              name: "Partner",
              value:
                trail.length === 0 ? (
                  directPartner.name
                ) : (
                  <TextLink to={`/estate/partners/${directPartner.id}`}>
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
