/** Adds a client with its first location and user, or edits a client. */
import { Select, SimpleGrid } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { NumberedPage } from "../../../src/interfaces/console/contract.ts";
import type {
  ClientView,
  LocationView,
  PartnerView,
  UserView,
} from "../../../src/interfaces/console/partner/contract.ts";
import { useReading } from "../../api.ts";
import { LoadingScreen } from "../../parts/loading-screen.tsx";
import { Panel } from "../../parts/panel.tsx";
import { useSession } from "../../session.tsx";
import { usePathParam, useUrlState } from "../../url-state.ts";
import { ClientFields, clientToSend } from "./pieces/client-fields.tsx";
import {
  blankFirsts,
  FirstLocationAndUser,
  OwnerForm,
  useAddForm,
  useEditForm,
} from "./pieces/owner-forms.tsx";
import { useChoices } from "./pieces/texts.tsx";

const PATH = "/management/clients";

export function NewClient() {
  const { person } = useSession();
  const [{ partner }] = useUrlState({ partner: person.home?.id ?? "" });
  const above = useReading<PartnerView>(`/management/partners/${partner}`);
  const choices = useChoices();
  const form = useForm({
    initialValues: {
      name: "",
      mid: "",
      billingId: "",
      directPartner: partner as string | null,
      ...blankFirsts("Merchant retail location", "Client Admin"),
    },
  });
  const sending = useAddForm({
    form,
    path: PATH,
    successMessage: "Client added.",
    bodyOf: ({ location, contact, ...client }) => ({ ...clientToSend(client), location, contact }),
  });
  return (
    <OwnerForm
      title="Add client"
      crumb={{ label: "Clients", to: PATH }}
      description="Add a client with its first location and the contact for its devices."
      sending={sending}
      label="Add client"
      cancel={() => window.history.back()}
    >
      <Panel title="Client">
        <ClientFields form={form as never} known={above.data ?? null} />
      </Panel>
      <FirstLocationAndUser form={form} person="Contact" roles={choices?.clientRoles ?? []} />
    </OwnerForm>
  );
}

export function EditClient() {
  const id = usePathParam("clientId");
  const { data, error, refetch } = useReading<ClientView>(`${PATH}/${id}`);
  const of = { client: id, take: 100 };
  const locations = useReading<NumberedPage<LocationView>>("/management/locations", of);
  const people = useReading<NumberedPage<UserView>>("/management/users", of);
  const failed = [locations, people].find(({ isLoadingError }) => isLoadingError)?.error;
  if (data?.id !== id || failed) {
    const retry = () => Promise.all([refetch(), locations.refetch(), people.refetch()]);
    return <LoadingScreen title="Client" error={error ?? failed ?? null} retry={retry} />;
  }
  const places = locations.data?.items.map((one) => ({ value: one.id, label: one.name }));
  const persons = people.data?.items.map((one) => ({
    value: one.id,
    label: `${one.firstName} ${one.lastName}`,
  }));
  return (
    <Editing
      key={data.version}
      client={data}
      places={places ?? []}
      persons={persons ?? []}
      reload={refetch}
    />
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
}

interface EditingProps {
  readonly client: ClientView;
  readonly places: readonly Option[];
  readonly persons: readonly Option[];
  reload(): unknown;
}

function Editing({ client, places, persons, reload }: EditingProps) {
  const { name, version, directPartner } = client;
  const path = `${PATH}/${client.id}`;
  const form = useForm({
    initialValues: {
      name,
      mid: client.mid ?? "",
      billingId: client.billingId ?? "",
      directPartner: directPartner.id as string | null,
      location: client.location?.id ?? null,
      contact: client.contact?.id ?? null,
    },
  });
  const { back, ...sending } = useEditForm({
    form,
    path,
    version,
    bodyOf: ({ location, contact, ...values }) => ({
      ...clientToSend(values),
      ...(location !== null && { location: { id: location } }),
      ...(contact !== null && { contact: { id: contact } }),
    }),
  });
  return (
    <OwnerForm
      title={`Edit ${name}`}
      crumb={{ label: name, to: path }}
      description="If you change the partner, all locations, users, devices and attestations move too."
      sending={sending}
      label="Save"
      cancel={back}
      reload={reload}
    >
      <Panel title="Client">
        <ClientFields form={form as never} known={directPartner} />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" mt="sm">
          <Select
            label="Main location"
            description="One of the client's locations."
            data={[...places]}
            {...form.getInputProps("location")}
          />
          <Select
            label="Contact"
            description="Receives inspection reminders."
            data={[...persons]}
            {...form.getInputProps("contact")}
          />
        </SimpleGrid>
      </Panel>
    </OwnerForm>
  );
}
