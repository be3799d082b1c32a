/** A list of attestations: all, of one client, or of one device. */
import type { NumberedPage } from "../../../src/interfaces/console/contract.ts";
import type { AttestationRow } from "../../../src/interfaces/console/partner/contract.ts";
import { useReading } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { formatCount } from "../../parts/formats.ts";
import { Panel } from "../../parts/panel.tsx";
import { Moment } from "../../parts/values.tsx";
import { useUrlState } from "../../url-state.ts";

const COLUMNS: readonly Column<AttestationRow>[] = [
  { id: "name", header: "Name", cell: ({ name }) => name },
  { id: "client", header: "Client", cell: ({ client }) => client.name },
  { id: "devices", header: "Devices", align: "end", cell: ({ devices }) => formatCount(devices) },
  { id: "completed", header: "Completed", cell: ({ completed }) => <Moment at={completed} /> },
  { id: "created", header: "Recorded", cell: ({ created }) => <Moment at={created} /> },
];

interface AttestationListProps {
  readonly clientId?: string;
  readonly deviceId?: string;
  readonly title?: string;
}

export function AttestationList({ clientId, deviceId, title }: AttestationListProps) {
  const [{ page }] = useUrlState({ page: 1 });
  const question = { client: clientId, device: deviceId, page };
  const reading = useReading<NumberedPage<AttestationRow>>("/management/attestations", question);
  return (
    <Panel flush {...(title !== undefined && { title })}>
      <DataTable
        caption="Attestations"
        exports={{ path: "/management/attestations", params: question }}
        columns={COLUMNS}
        reading={reading}
        pageSize={25}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/management/attestations/${id}`}
        empty={{
          icon: "shield",
          title: "No attestations yet",
          next: "After an inspection, record an attestation for the inspected devices.",
        }}
      />
    </Panel>
  );
}
