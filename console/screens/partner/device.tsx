/** One device: details, activity, inspections and parser requests. */
import { Button, Modal, SimpleGrid } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { DeviceView } from "../../../src/interfaces/console/partner/contract.ts";
import { CopyValue } from "../../parts/copy.tsx";
import { ButtonLink } from "../../parts/link.tsx";
import { Facts, PageHeader, Panel } from "../../parts/panel.tsx";
import { Moment } from "../../parts/values.tsx";
import { useMay } from "../../session.tsx";
import { usePathParam } from "../../url-state.ts";
import { AttestationList } from "./attestation-list.tsx";
import { StatusCall } from "./bulk/status-call.tsx";
import { CallList } from "./call-list.tsx";
import { EditDevice } from "./device-form.tsx";
import { DetailScreen } from "./pieces/detail-screen.tsx";
import { ClientLink, DeviceStatus, DueDate, When } from "./pieces/texts.tsx";

export function Device() {
  const id = usePathParam("deviceId");
  const mayJournal = useMay("management.journal");
  return (
    <DetailScreen<DeviceView> path="/management/devices" id={id} noun="Device">
      {(device, reload) => (
        <>
          <PageHeader
            title={device.name ?? device.serialNumber}
            crumbs={[{ label: "Devices", to: "/management/devices" }]}
            badge={<DeviceStatus state={device.state} />}
            actions={<Actions device={device} reload={reload} />}
          />
          <SimpleGrid cols={{ base: 1, md: 2 }} mb="lg">
            <DetailsPanel device={device} />
            <StatusPanel device={device} />
          </SimpleGrid>
          <AttestationList deviceId={id} title="Attestations" />
          {mayJournal && <CallList deviceId={id} />}
        </>
      )}
    </DetailScreen>
  );
}

function Actions({ device, reload }: { readonly device: DeviceView; reload(): unknown }) {
  const [opened, { open, close }] = useDisclosure(false);
  const mayChange = useMay("management.devices");
  const mayAttest = useMay("attestations");
  return (
    <>
      {mayAttest && device.client !== null && device.due !== null && (
        <ButtonLink
          variant="default"
          to={`/management/attest?client=${device.client.id}&serial=${encodeURIComponent(device.serialNumber)}`}
        >
          Attest
        </ButtonLink>
      )}
      {mayChange && <Button onClick={open}>Edit</Button>}
      <Modal
        size="lg"
        opened={opened}
        onClose={close}
        title="Edit device"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <EditDevice key={device.version} device={device} close={close} reload={reload} />
      </Modal>
    </>
  );
}

function DetailsPanel({ device }: { readonly device: DeviceView }) {
  return (
    <Panel title="Details">
      <Facts
        facts={[
          { name: "Serial number", value: <CopyValue value={device.serialNumber} /> },
          { name: "Type", value: device.type },
          { name: "Client", value: <ClientLink client={device.client} /> },
          { name: "Location", value: device.location?.name },
          { name: "Partner", value: device.partner.name },
          { name: "Key set identifier (KSI)", value: device.ksi },
          { name: "Notes", value: device.notes },
        ]}
      />
    </Panel>
  );
}

function StatusPanel({ device }: { readonly device: DeviceView }) {
  const { due, dueStage, inspected, activated, lastActivity, created } = device;
  return (
    <Panel title="Activity">
      <Facts
        facts={[
          { name: "Status", value: <DeviceStatus state={device.state} /> },
          { name: "Activated", value: <When at={activated} none="Not yet" /> },
          { name: "Last activity", value: <When at={lastActivity} /> },
          { name: "Last inspected", value: <When at={inspected} /> },
          {
            name: "Inspection due",
            value:
              due === null ? "Not required in this status" : <DueDate due={due} stage={dueStage} />,
          },
          { name: "Registered", value: <Moment at={created} focusable /> },
        ]}
      />
      <StatusCall
        devices={[device]}
        states={device.nextStates}
        why="For security, the status can be changed only through the management API, because it decides whether payloads are decrypted."
      />
    </Panel>
  );
}
