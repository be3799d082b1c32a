/** The home screen of partner and client users: devices, inspections and failed parser requests. */
import { SimpleGrid, Text } from "@mantine/core";
import type {
  ManagementHome,
  StateCount,
} from "../../../src/interfaces/console/partner/contract.ts";
import { useReading } from "../../api.ts";
import { formatCount } from "../../parts/formats.ts";
import { ButtonLink, TextLink } from "../../parts/link.tsx";
import { LoadingScreen } from "../../parts/loading-screen.tsx";
import { Figure, PageHeader, Panel } from "../../parts/panel.tsx";
import { useMay, useSession } from "../../session.tsx";
import { DeviceStatus } from "./pieces/texts.tsx";
import { RecentCalls } from "./recent-calls.tsx";

export function Home() {
  const { person } = useSession();
  const { data, error, refetch } = useReading<ManagementHome>("/management/home");
  const mayRegister = useMay("management.devices");
  const mayAttest = useMay("attestations");
  const title = person.home?.name ?? "Overview";
  if (data === undefined) return <LoadingScreen title={title} error={error} retry={refetch} />;
  return (
    <>
      <PageHeader
        title={title}
        description={
          data.calls === undefined
            ? "Your devices and inspections."
            : "Your devices, inspections and parser requests."
        }
        actions={
          <>
            {mayAttest && (
              <ButtonLink to="/management/attest" variant="default">
                New attestation
              </ButtonLink>
            )}
            {mayRegister && (
              <ButtonLink to="/management/devices?register=yes">Register device</ButtonLink>
            )}
          </>
        }
      />
      <Figures home={data} />
      <DeviceStates states={data.states} />
      {data.calls !== undefined && <RecentCalls calls={data.calls} />}
    </>
  );
}

function Figures({ home: { due, partner, client } }: { readonly home: ManagementHome }) {
  const link = (to: string, words: string) => <TextLink to={to}>{words}</TextLink>;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} mb="lg">
      <Figure
        label="Overdue inspections"
        value={formatCount(due.overdue)}
        note={link("/management/inspections", due.overdue === 0 ? "None overdue" : "View")}
      />
      <Figure
        label="Due within 30 days"
        value={formatCount(due.within30)}
        note={link("/management/inspections?within=30", "View")}
      />
      <Figure
        label="Due within 60 days"
        value={formatCount(due.within60)}
        note={link("/management/inspections?within=60", "View")}
      />
      {partner !== undefined && (
        <Figure
          label="Clients"
          value={formatCount(partner.clients)}
          note={link("/management/clients", subPartnersNote(partner.subPartners))}
        />
      )}
      {client !== undefined && (
        <Figure
          label="Your client"
          value={<span className="sd-figure-text">{client.name}</span>}
          note={link(`/management/clients/${client.id}`, "Locations and users")}
        />
      )}
    </SimpleGrid>
  );
}

function subPartnersNote(count: number): string {
  if (count === 0) return "All direct clients";
  return count === 1 ? "Including 1 sub-partner" : `Including ${formatCount(count)} sub-partners`;
}

function DeviceStates({ states }: { readonly states: readonly StateCount[] }) {
  const total = states.reduce((sum, { devices }) => sum + devices, 0);
  return (
    <Panel
      title="Devices by status"
      description={total === 0 ? "No devices yet." : `${formatCount(total)} total`}
      actions={
        <ButtonLink to="/management/devices" variant="subtle" size="compact-sm">
          View all
        </ButtonLink>
      }
    >
      {total === 0 ? (
        <Text c="dimmed">Register your first device to see it here.</Text>
      ) : (
        <ul className="sd-state-list">
          {states.map(({ state, devices }) => (
            <li key={state}>
              <TextLink to={`/management/devices?state=${state}`} className="sd-state-line">
                <DeviceStatus state={state} />
                <span className="sd-share" aria-hidden="true">
                  <span style={{ width: `${Math.max(1, (100 * devices) / total)}%` }} />
                </span>
                <span className="sd-amount">{formatCount(devices)}</span>
              </TextLink>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
