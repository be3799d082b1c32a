/** The locations of a client or partner, with their form. */
import { useForm } from "@mantine/form";
import type { LocationView } from "../../../src/interfaces/console/partner/contract.ts";
import { api } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import type { Column } from "../../parts/data-table.tsx";
import { useSubmit } from "../../parts/submit.tsx";
import { useMay } from "../../session.tsx";
import { BLANK_LOCATION, FormFooter, LocationFields, LocationNotes } from "./pieces/form-parts.tsx";
import { type OwnedFormProps, OwnedList, type Owner } from "./pieces/owned-list.tsx";

const PATH = "/management/locations";

const COLUMNS: readonly Column<LocationView>[] = [
  { id: "name", header: "Name", cell: ({ name }) => name },
  { id: "kind", header: "Type", cell: ({ locationType }) => locationType },
  { id: "address", header: "Address", cell: formatAddress },
];

function formatAddress({ address1, city, stateProvince, country }: LocationView): string {
  return [address1, city, stateProvince, country.code].filter(Boolean).join(", ");
}

const EMPTY = {
  icon: "place",
  title: "No locations",
  next: "Add the places where devices are stored and used.",
} as const;

export function LocationList({ owner }: { readonly owner: Owner }) {
  const mayChange = useMay("management.change");
  return (
    <OwnedList<LocationView>
      owner={owner}
      path={PATH}
      title="Locations"
      noun="location"
      columns={COLUMNS}
      mayAdd={mayChange && owner.kind === "client"}
      mayChange={mayChange}
      empty={EMPTY}
      Form={LocationForm}
    />
  );
}

function locationValues(location: LocationView | undefined) {
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

function LocationForm(props: OwnedFormProps<LocationView>) {
  const { owner, item: location, close, reload } = props;
  const form = useForm({ initialValues: locationValues(location) });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: (values) =>
      location === undefined
        ? api.post<unknown>(PATH, { ...values, client: { id: owner.id } })
        : api.patch<unknown>(`${PATH}/${location.id}`, {
            ...values,
            version: location.version,
          }),
    successMessage: location === undefined ? "Location added." : "Location saved.",
    refresh: ["/management"],
    done: close,
  });
  return (
    <form onSubmit={submit} noValidate>
      <LocationFields form={form} />
      <LocationNotes form={form} />
      <FormFooter
        label={location === undefined ? "Add location" : "Save"}
        isPending={isPending}
        trouble={trouble}
        cancel={close}
        reload={location && (() => reload(location.id))}
        apart={
          location !== undefined && (
            <ConfirmButton
              label="Delete location"
              variant="subtle"
              question={`Delete ${location.name}?`}
              consequence="This cannot be undone. Locations that have devices and main locations cannot be deleted."
              send={() => api.delete(`${PATH}/${location.id}`)}
              successMessage="Location deleted."
              refresh={["/management"]}
              done={close}
            />
          )
        }
      />
    </form>
  );
}
