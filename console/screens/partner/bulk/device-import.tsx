/** Imports devices from a CSV file: choose, check, and then import all of them or none. */
import { Alert, Button, FileInput, Group, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type {
  DeviceFileRules,
  DeviceImportAnswer,
} from "../../../../src/interfaces/console/partner/contract.ts";
import { api, refresh, useReading } from "../../../api.ts";
import { type Column, DataTable, loadedList } from "../../../parts/data-table.tsx";
import { formatCount } from "../../../parts/formats.ts";
import { Icon } from "../../../parts/icons.tsx";
import { ButtonLink } from "../../../parts/link.tsx";
import { PageHeader, Panel } from "../../../parts/panel.tsx";
import { FormError } from "../../../parts/submit.tsx";
import { WhenLoaded } from "../../../parts/when-loaded.tsx";
import { countDevices } from "../pieces/texts.tsx";

const PATH = "/management/device-import";
const CRUMBS = [{ label: "Devices", to: "/management/devices" }];

export function DeviceImport() {
  const reading = useReading<DeviceFileRules>(PATH);
  return (
    <>
      <PageHeader
        title="Import devices"
        crumbs={CRUMBS}
        description="Registers the devices of a CSV file. If one line is wrong, nothing is imported. A device that is registered already with the same values stays as it is."
      />
      <WhenLoaded reading={reading}>{(rules) => <ImportForm rules={rules} />}</WhenLoaded>
    </>
  );
}

async function sendFile(file: File, isPreview: boolean): Promise<DeviceImportAnswer> {
  const text = await file.text();
  return api.post<DeviceImportAnswer>(PATH, { file: text, isPreview });
}

function ImportForm({ rules }: { readonly rules: DeviceFileRules }) {
  const [file, setFile] = useState<File | null>(null);
  const { mutate, data, error, isPending, reset } = useMutation({
    mutationFn: ({ isPreview }: { isPreview: boolean }) => sendFile(file as File, isPreview),
    onSuccess: (answer) => (answer.isPreview ? undefined : refresh(["/management"])),
  });
  const choose = (next: File | null) => {
    setFile(next);
    reset();
  };
  const isLarge = file !== null && file.size > rules.bytesMax;
  const limit = `At most ${formatCount(rules.bytesMax / 1_000)} kB.`;
  return (
    <>
      <Panel
        title="File"
        description={`UTF-8 with a header row, at most ${formatCount(rules.rowsMax)} devices and ${formatCount(rules.bytesMax / 1_000)} kB.`}
        actions={<Template text={rules.template} />}
      >
        <FileInput
          label="CSV file"
          placeholder="Choose a file"
          accept=".csv,text/csv"
          clearable
          clearButtonProps={{ "aria-label": "Clear file" }}
          value={file}
          onChange={choose}
          error={isLarge ? `The file is too large. ${limit}` : undefined}
        />
        <Text size="sm" c="dimmed" mt="sm">
          Columns: {rules.columns.join(", ")}. serialNumber and deviceType are required.
        </Text>
        <Group mt="md">
          <Button
            variant={data === undefined ? "filled" : "default"}
            disabled={file === null || isLarge}
            loading={isPending}
            onClick={() => mutate({ isPreview: true })}
          >
            Check file
          </Button>
        </Group>
        <FormError trouble={error ?? undefined} />
      </Panel>
      <div aria-live="polite" className="sd-next-panel">
        {data !== undefined && (
          <Result
            answer={data}
            isPending={isPending}
            importAll={() => mutate({ isPreview: false })}
          />
        )}
      </div>
    </>
  );
}

function Template({ text }: { readonly text: string }) {
  const address = `data:text/csv;charset=utf-8,${encodeURIComponent(text)}`;
  return (
    <Button component="a" href={address} download="devices.csv" variant="default" size="xs">
      Download template
    </Button>
  );
}

interface ResultProps {
  readonly answer: DeviceImportAnswer;
  readonly isPending: boolean;
  importAll(): void;
}

function Result({ answer, isPending, importAll }: ResultProps) {
  const { isPreview, count, unchanged, errorCount } = answer;
  if (errorCount > 0) return <LineErrors answer={answer} />;
  const kept = unchanged === 0 ? "" : ` ${countDevices(unchanged)} registered already.`;
  if (!isPreview) {
    return (
      <Alert color="tide" className="sd-alert" icon={<Icon name="check" />} title="Imported">
        {countDevices(count)} registered.{kept}{" "}
        <ButtonLink to="/management/devices?state=new" variant="subtle" size="compact-sm">
          View new devices
        </ButtonLink>
      </Alert>
    );
  }
  return (
    <Panel title="Preview" description={`No errors. ${countDevices(count)} new.${kept}`}>
      {count === 0 ? (
        <Text>There is nothing to import.</Text>
      ) : (
        <Button loading={isPending} onClick={importAll}>
          Import {countDevices(count)}
        </Button>
      )}
    </Panel>
  );
}

type LineError = DeviceImportAnswer["errors"][number] & { readonly place: number };

const COLUMNS: readonly Column<LineError>[] = [
  { id: "line", header: "Line", cell: ({ line }) => line ?? "—" },
  { id: "field", header: "Column", cell: ({ field }) => field || "—" },
  { id: "message", header: "Problem", isFreeText: true, cell: ({ message }) => message },
];

function LineErrors({ answer: { errors, errorCount } }: { readonly answer: DeviceImportAnswer }) {
  const shown = errors.length < errorCount ? ` The first ${errors.length} are listed.` : "";
  const lines = errors.map((error, place) => ({ ...error, place }));
  return (
    <Panel
      flush
      title={errorCount === 1 ? "1 error" : `${formatCount(errorCount)} errors`}
      description={`Nothing was imported. Correct the file and check it again.${shown}`}
    >
      <DataTable
        caption="Errors of the file"
        columns={COLUMNS}
        reading={loadedList(lines)}
        keyOf={({ place }) => String(place)}
        empty={{ title: "No errors", next: "" }}
      />
    </Panel>
  );
}
