/** The locations of a client or of a partner itself, with their form. */
import { Button, Modal } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import type { NumberedPage } from "../../../src/interfaces/console/contract.ts";
import type { LocationView } from "../../../src/interfaces/console/partner/contract.ts";
import { api, useReading } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { Panel } from "../../parts/panel.tsx";
import { useSubmit } from "../../parts/submit.tsx";
import { useMay } from "../../session.tsx";
import { useUrlState } from "../../url-state.ts";
import { BLANK_LOCATION, FormFoot, LocationFields, LocationNotes } from "./pieces/form-parts.tsx";

export interface OwnerOf {
  readonly kind: "partner" | "client";
  readonly id: string;
}

const COLUMNS: readonly Column<LocationView>[] = [
  { id: "name", header: "Name", cell: ({ name }) => name },
  { id: "kind", header: "Kind", cell: ({ locationType }) => locationType },
  { id: "address", header: "Address", cell: addressOf },
];

function addressOf({ address1, city, stateProvince, country }: LocationView): string {
  return [address1, city, stateProvince, country.code].filter(Boolean).join(", ");
}

export function LocationList({ owner }: { readonly owner: OwnerOf }) {
  const [{ page }] = useUrlState({ page: 1 });
  const question = { [owner.kind]: owner.id, page };
  const reading = useReading<NumberedPage<LocationView>>("/estate/locations", question);
  const mayChange = useMay("estate.change");
  const [opened, setOpened] = useState<LocationView | "new" | undefined>();
  const add = mayChange && owner.kind === "client" && (
    <Button size="xs" onClick={() => setOpened("new")}>
      Add a location
    </Button>
  );
  return (
    <Panel flush title="Locations" actions={add}>
      <DataTable<LocationView>
        caption="Locations"
        columns={COLUMNS}
        reading={reading}
        pageSize={25}
        keyOf={({ id }) => id}
        {...(mayChange && { onRow: setOpened })}
        empty={{
          icon: "place",
          title: "No locations",
          next: "A location says where devices are kept and used.",
          action: add,
        }}
      />
      <Modal
        size="xl"
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        title={opened === "new" ? "Add a location" : "Edit the location"}
        closeButtonProps={{ "aria-label": "Close" }}
      >
        {opened !== undefined && (
          <LocationForm
            key={opened === "new" ? "new" : opened.version}
            owner={owner}
            location={opened === "new" ? undefined : opened}
            close={() => setOpened(undefined)}
            reload={async (id) => setOpened(await api.get<LocationView>(`/estate/locations/${id}`))}
          />
        )}
      </Modal>
    </Panel>
  );
}

interface LocationFormProps {
  readonly owner: OwnerOf;
  /** Undefined: a new one. */
  readonly location: LocationView | undefined;
  close(): void;
  reload(id: string): Promise<void>;
}

function valuesOf(location: LocationView | undefined) {
  if (location === undefined) return BLANK_LOCATION;
  const { name, locationType, country, address1, city } = location;
  return {
    name,
    locationType,
    country,
    address1,
    city,
    nameOfBusiness: location.nameOfBusiness ?? "",
    address2: location.address2 ?? "",
    stateProvince: location.stateProvince ?? "",
    postalCode: location.postalCode ?? "",
    notes: location.notes ?? "",
  };
}

function LocationForm({ owner, location, close, reload }: LocationFormProps) {
  const form = useForm({ initialValues: valuesOf(location) });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: (values) =>
      location === undefined
        ? api.post<unknown>("/estate/locations", { ...values, client: { id: owner.id } })
        : api.patch<unknown>(`/estate/locations/${location.id}`, {
            ...values,
            version: location.version,
          }),
    said: location === undefined ? "The location is entered." : "Saved.",
    refresh: ["/estate"],
    done: close,
  });
  return (
    <form onSubmit={submit} noValidate>
      <LocationFields form={form} />
      <LocationNotes form={form} />
      {location !== undefined && (
        <ConfirmButton
          label="Delete this location"
          size="compact-sm"
          variant="subtle"
          question={`Delete ${location.name}?`}
          consequence="This cannot be undone. A location that devices are at, or that is a main location, stays."
          send={() => api.delete(`/estate/locations/${location.id}`)}
          said="Deleted."
          refresh={["/estate"]}
          done={close}
        />
      )}
      <FormFoot
        label={location === undefined ? "Add the location" : "Save"}
        isPending={isPending}
        trouble={trouble}
        cancel={close}
        reload={location && (() => reload(location.id))}
      />
    </form>
  );
}
