/** Selects a client's devices by their serial numbers: scanned with the camera, or typed. */
import { ActionIcon, Alert, Button, Group, Text, TextInput } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { DeviceTicks } from "../../../../src/interfaces/console/partner/contract.ts";
import { api } from "../../../api.ts";
import { Icon } from "../../../parts/icons.tsx";
import { notifyError } from "../../../parts/notify.tsx";
import { Panel } from "../../../parts/panel.tsx";
import { TICKS_MAX, type Ticks } from "../pieces/device-checklist.tsx";
import { countDevices } from "../pieces/texts.tsx";
import { canScan, startScan } from "./barcode-camera.ts";

interface DeviceScannerProps extends Ticks {
  readonly clientId: string;
  readonly error?: string | undefined;
}

export function DeviceScanner({ clientId, ticked, setTicked, error }: DeviceScannerProps) {
  const [note, setNote] = useState("");
  const [unknown, setUnknown] = useState<readonly string[]>([]);
  // The camera reports codes between two renderings.
  const known = useRef(ticked);
  known.current = ticked;
  const addSerial = async (serial: string) => {
    const verdict = judge(serial, known.current);
    if (verdict !== undefined) return setNote(verdict);
    const found = await findDevice(clientId, serial);
    if (found === undefined) {
      setNote(`${serial}: not found at this client.`);
      return setUnknown((before) => [...new Set([...before, serial])]);
    }
    known.current = new Map([...known.current, [found.id, found.serialNumber]]);
    setTicked(known.current);
    setNote(`${serial}: added.`);
  };
  const add = (serial: string) => void addSerial(serial).catch(notifyError);
  const remove = (id: string) => setTicked(new Map([...ticked].filter(([one]) => one !== id)));
  return (
    <Panel
      title={countDevices(ticked.size)}
      description="Scan the serial numbers of the inspected devices, or type them and press Enter."
    >
      <SerialField add={add} error={error} />
      {canScan() && <Camera onCode={add} />}
      <Text size="sm" mt="xs" role="status">
        {note}
      </Text>
      <Unknown serials={unknown} clear={() => setUnknown([])} />
      <ul className="sd-lines">
        {[...ticked].reverse().map(([id, serial]) => (
          <li key={id}>
            {serial}
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove ${serial}`}
              onClick={() => remove(id)}
            >
              <Icon name="cross" size={16} />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Why a serial number is not looked up, or undefined. */
function judge(serial: string, known: Ticks["ticked"]): string | undefined {
  if ([...known.values()].includes(serial)) return `${serial}: already in the list.`;
  if (known.size >= TICKS_MAX) return `An attestation has at most ${TICKS_MAX} devices.`;
  return undefined;
}

async function findDevice(client: string, exact: string) {
  const { devices } = await api.get<DeviceTicks>("/management/devices/ticks", { client, exact });
  return devices[0];
}

interface SerialFieldProps {
  add(serial: string): void;
  readonly error: string | undefined;
}

function SerialField({ add, error }: SerialFieldProps) {
  const [typed, setTyped] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== "") add(typed.trim());
    setTyped("");
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-start" gap="xs" wrap="nowrap">
        <TextInput
          flex={1}
          label="Serial number"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="enter"
          maxLength={255}
          error={error}
          value={typed}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
        <Button type="submit" variant="default" mt={24}>
          Add
        </Button>
      </Group>
    </form>
  );
}

interface UnknownProps {
  readonly serials: readonly string[];
  clear(): void;
}

function Unknown({ serials, clear }: UnknownProps) {
  if (serials.length === 0) return null;
  return (
    <Alert
      my="sm"
      color="amber"
      className="sd-alert"
      icon={<Icon name="attention" />}
      title="Not found at this client"
    >
      {serials.join(", ")}
      <Button ml="xs" size="compact-xs" variant="default" onClick={clear}>
        Clear
      </Button>
    </Alert>
  );
}

function Camera({ onCode }: { onCode(code: string): void }) {
  const [isOn, setOn] = useState(false);
  return (
    <>
      <Button mt="sm" variant={isOn ? "default" : "filled"} onClick={() => setOn(!isOn)}>
        {isOn ? "Stop camera" : "Scan with camera"}
      </Button>
      {isOn && <Viewfinder onCode={onCode} stop={() => setOn(false)} />}
    </>
  );
}

function Viewfinder({ onCode, stop }: { onCode(code: string): void; stop(): void }) {
  const video = useRef<HTMLVideoElement>(null);
  const report = useRef(onCode);
  report.current = onCode;
  const end = useRef(stop);
  end.current = stop;
  useEffect(() => {
    if (video.current === null) return;
    const started = startScan({ video: video.current, onCode: (code) => report.current(code) });
    started.catch(() => {
      const message = "The camera cannot be used. Allow it for this page, or type the numbers.";
      notifyError(new Error(message));
      end.current();
    });
    return () => void started.then((endScan) => endScan()).catch(() => undefined);
  }, []);
  return <video ref={video} className="sd-scan-video" muted playsInline aria-label="Camera" />;
}
