/** Assigns selected devices to a client and a location, or shows how to change their status. */
import { Alert, Button, SegmentedControl, Switch, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { AssignAnswer } from "../../../../src/interfaces/console/partner/contract.ts";
import { api, refresh } from "../../../api.ts";
import { formatCount } from "../../../parts/formats.ts";
import { Icon } from "../../../parts/icons.tsx";
import { notifySuccess } from "../../../parts/notify.tsx";
import { PageHeader, Panel } from "../../../parts/panel.tsx";
import { FormError } from "../../../parts/submit.tsx";
import { DeviceChecklist, type Ticked } from "../pieces/device-checklist.tsx";
import { LocationSelect } from "../pieces/location-select.tsx";
import { Lookup } from "../pieces/lookup.tsx";
import { countDevices, useChoices } from "../pieces/texts.tsx";
import {
  assignmentBody,
  KEEP_LOCATION,
  LOCATION_CHOICES,
  type Place,
  TAKEN_BACK,
} from "./assignment.ts";
import { StatusCall } from "./status-call.tsx";

const CRUMBS = [{ label: "Devices", to: "/management/devices" }];
const ACTIONS = [
  { value: "assign", label: "Assign" },
  { value: "status", label: "Change status" },
];

export function DeviceBulk() {
  const [ticked, setTicked] = useState<Ticked>(new Map());
  const [action, setAction] = useState("assign");
  return (
    <>
      <PageHeader
        title="Assign devices"
        crumbs={CRUMBS}
        description="Select devices, then choose their client and location. Either all of them are assigned or none."
      />
      <DeviceChecklist
        ticked={ticked}
        setTicked={setTicked}
        description="Select the devices to assign."
      />
      <SegmentedControl
        my="md"
        aria-label="Action"
        value={action}
        onChange={setAction}
        data={ACTIONS}
      />
      {action === "assign" ? (
        <AssignForm ticked={ticked} done={() => setTicked(new Map())} />
      ) : (
        <StatusPanel ticked={ticked} />
      )}
    </>
  );
}

function StatusPanel({ ticked }: { readonly ticked: Ticked }) {
  const choices = useChoices();
  const devices = [...ticked].map(([id, serialNumber]) => ({ id, serialNumber }));
  return (
    <Panel title="Change status">
      {devices.length === 0 ? (
        <Text c="dimmed">Select devices first.</Text>
      ) : (
        <StatusCall
          devices={devices}
          states={choices?.deviceStates ?? []}
          why="The status can be changed only through the management API. A change that is not allowed from a device's current status is refused for that device."
        />
      )}
    </Panel>
  );
}

interface AssignFormProps {
  readonly ticked: Ticked;
  done(): void;
}

function AssignForm({ ticked, done }: AssignFormProps) {
  const [place, setPlace] = useState<Place>({ clientId: null, location: KEEP_LOCATION });
  const [isRemoved, setRemoved] = useState(false);
  const [sent, setSent] = useState<readonly string[]>([]);
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () =>
      api.post<AssignAnswer>(
        "/management/device-assignment",
        assignmentBody([...ticked.keys()], isRemoved ? TAKEN_BACK : place),
      ),
    onSuccess: async ({ assigned }) => {
      if (assigned === 0) return;
      await refresh(["/management"]);
      notifySuccess(`${countDevices(assigned)} assigned.`);
      done();
    },
  });
  const assign = () => {
    setSent([...ticked.values()]);
    mutate();
  };
  const isReady = ticked.size > 0 && (isRemoved || place.clientId !== null);
  return (
    <Panel title="New client and location">
      <Switch
        mb="sm"
        label="Take the devices back: they belong to no client"
        checked={isRemoved}
        onChange={({ currentTarget: { checked } }) => setRemoved(checked)}
      />
      {!isRemoved && <PlaceFields place={place} setPlace={setPlace} />}
      <Button mt="lg" disabled={!isReady} loading={isPending} onClick={assign}>
        Assign {countDevices(ticked.size)}
      </Button>
      <FormError trouble={error ?? undefined} />
      {data !== undefined && data.errors.length > 0 && (
        <AssignErrors errors={data.errors} serials={sent} />
      )}
    </Panel>
  );
}

interface PlaceFieldsProps {
  readonly place: Place;
  setPlace(next: Place): void;
}

function PlaceFields({ place: { clientId, location }, setPlace }: PlaceFieldsProps) {
  return (
    <>
      <Lookup
        kind="clients"
        label="Client"
        required
        value={clientId}
        onChange={(id) => setPlace({ clientId: id, location: KEEP_LOCATION })}
      />
      <LocationSelect
        clientId={clientId}
        description="A device that comes from another client does not keep its location."
        choices={LOCATION_CHOICES}
        value={clientId === null ? null : location}
        onChange={(value) => setPlace({ clientId, location: value ?? KEEP_LOCATION })}
      />
    </>
  );
}

const ERRORS_SHOWN = 20;

interface AssignErrorsProps extends Pick<AssignAnswer, "errors"> {
  /** In the order of the request. */
  readonly serials: readonly string[];
}

function AssignErrors({ errors, serials }: AssignErrorsProps) {
  const left = errors.length - ERRORS_SHOWN;
  return (
    <Alert
      mt="md"
      color="red"
      role="alert"
      className="sd-alert"
      icon={<Icon name="attention" />}
      title="Nothing was assigned"
    >
      <ul>
        {errors.slice(0, ERRORS_SHOWN).map(({ place, message }) => (
          <li key={`${place} ${message}`}>
            {serials[place]}: {message}
          </li>
        ))}
      </ul>
      {left > 0 && `… and ${formatCount(left)} more.`}
    </Alert>
  );
}
