/** A client, entered with its first location and person, or changed. */
import { Select, SimpleGrid, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate } from "@tanstack/react-router";
import type { NumberedPage } from "../../../src/interfaces/console/contract.ts";
import type {
  ClientView,
  LocationView,
  PartnerView,
  UserView,
} from "../../../src/interfaces/console/partner/contract.ts";
import { api, useReading } from "../../api.ts";
import { ErrorPanel } from "../../parts/error-panel.tsx";
import { targetOf } from "../../parts/link.tsx";
import { PageHeader, Panel, ScreenSkeleton } from "../../parts/panel.tsx";
import { useSubmit } from "../../parts/submit.tsx";
import { useSession } from "../../session.tsx";
import { usePathParam, useUrlState } from "../../url-state.ts";
import {
  BLANK_LOCATION,
  BLANK_PERSON,
  FormFoot,
  LocationFields,
  orNull,
  PersonFields,
  WelcomeBox,
} from "./pieces/form-parts.tsx";
import { Lookup } from "./pieces/lookup.tsx";
import { useChoices } from "./pieces/words.tsx";

interface Values {
  name: string;
  mid: string;
  billingId: string;
  directPartner: string | null;
}

function toSend({ name, mid, billingId, directPartner }: Values) {
  return {
    name,
    mid: orNull(mid),
    billingId: orNull(billingId),
    directPartner: directPartner === null ? undefined : { id: directPartner },
  };
}

interface ClientFieldsProps {
  readonly form: ReturnType<typeof useForm<Values>>;
  readonly known: { readonly id: string; readonly name: string } | null;
}

function ClientFields({ form, known }: ClientFieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <TextInput label="Name" required {...form.getInputProps("name")} />
      <Lookup
        kind="partners"
        label="Partner"
        required
        value={form.values.directPartner}
        known={known}
        error={form.errors["directPartner"]}
        onChange={(id) => form.setFieldValue("directPartner", id)}
      />
      <TextInput
        label="Mid"
        maxLength={50}
        description="Links the client to a merchant of yours."
        {...form.getInputProps("mid")}
      />
      <TextInput
        label="Billing number"
        description="Yours, if you keep one."
        {...form.getInputProps("billingId")}
      />
    </SimpleGrid>
  );
}

export function NewClient() {
  const { person } = useSession();
  const [{ partner }] = useUrlState({ partner: person.home?.id ?? "" });
  const above = useReading<PartnerView>(`/estate/partners/${partner}`);
  const navigate = useNavigate();
  const choices = useChoices();
  const form = useForm({
    initialValues: {
      name: "",
      mid: "",
      billingId: "",
      directPartner: partner as string | null,
      location: { ...BLANK_LOCATION, locationType: "Merchant retail location" },
      contact: { ...BLANK_PERSON, userRole: "Client Admin", sendWelcomeEmail: true },
    },
  });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: ({ location, contact, ...client }) =>
      api.post<{ id: string }>("/estate/clients", { ...toSend(client), location, contact }),
    said: "The client is entered.",
    refresh: ["/estate"],
    done: ({ id }) => {
      void navigate(targetOf(`/estate/clients/${id}`));
    },
  });
  return (
    <form onSubmit={submit} noValidate>
      <PageHeader
        title="Add a client"
        crumbs={[{ label: "Clients", to: "/estate/clients" }]}
        description="With its first location and the person who answers for its devices."
      />
      <Panel title="Client">
        <ClientFields form={form as never} known={above.data ?? null} />
      </Panel>
      <Panel title="Location">
        <LocationFields form={form} at="location." />
      </Panel>
      <Panel title="Person">
        <PersonFields form={form} at="contact." roles={choices?.clientRoles ?? []} />
        <WelcomeBox form={form} at="contact." />
      </Panel>
      <FormFoot
        label="Add the client"
        isPending={isPending}
        trouble={trouble}
        cancel={() => window.history.back()}
      />
    </form>
  );
}

export function EditClient() {
  const id = usePathParam("clientId");
  const { data, error, refetch } = useReading<ClientView>(`/estate/clients/${id}`);
  const of = { client: id, take: 100 };
  const locations = useReading<NumberedPage<LocationView>>("/estate/locations", of);
  const people = useReading<NumberedPage<UserView>>("/estate/users", of);
  const failed = error ?? locations.error ?? people.error;
  if (failed !== null) return <ErrorPanel error={failed} retry={refetch} />;
  if (data === undefined || data.id !== id) return <ScreenSkeleton />;
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
  const { id, version, directPartner } = client;
  const navigate = useNavigate();
  const back = () => void navigate(targetOf(`/estate/clients/${id}`));
  const form = useForm({
    initialValues: {
      name: client.name,
      mid: client.mid ?? "",
      billingId: client.billingId ?? "",
      directPartner: directPartner.id as string | null,
      location: client.location?.id ?? null,
      contact: client.contact?.id ?? null,
    },
  });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: ({ location, contact, ...values }) =>
      api.patch(`/estate/clients/${id}`, {
        ...toSend(values),
        ...(location !== null && { location: { id: location } }),
        ...(contact !== null && { contact: { id: contact } }),
        version,
      }),
    said: "Saved.",
    refresh: ["/estate"],
    done: back,
  });
  return (
    <form onSubmit={submit} noValidate>
      <PageHeader
        title={`Edit ${client.name}`}
        crumbs={[{ label: client.name, to: `/estate/clients/${id}` }]}
        description="Another partner takes along all locations, people, devices and attestations."
      />
      <Panel title="Client">
        <ClientFields form={form as never} known={directPartner} />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" mt="sm">
          <Select
            label="Main location"
            description="One of its own."
            data={[...places]}
            {...form.getInputProps("location")}
          />
          <Select
            label="Contact"
            description="Gets the reminders of inspections."
            data={[...persons]}
            {...form.getInputProps("contact")}
          />
        </SimpleGrid>
      </Panel>
      <FormFoot
        label="Save"
        isPending={isPending}
        trouble={trouble}
        cancel={back}
        reload={reload}
      />
    </form>
  );
}
