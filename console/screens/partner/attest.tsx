/** Records an attestation: a client, its inspected devices, a date and a statement. */
import { SegmentedControl, SimpleGrid, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { ClientView, Named } from "../../../src/interfaces/console/partner/contract.ts";
import { api, readingOptions } from "../../api.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { linkTarget } from "../../parts/link.tsx";
import { PageHeader, Panel } from "../../parts/panel.tsx";
import { useSubmit } from "../../parts/submit.tsx";
import { useSession } from "../../session.tsx";
import { useUrlState } from "../../url-state.ts";
import { DeviceScanner } from "./inspection/device-scanner.tsx";
import { DeviceChecklist, TICKS_MAX, type Ticked } from "./pieces/device-checklist.tsx";
import { FormFooter, orNull } from "./pieces/form-parts.tsx";
import { Lookup } from "./pieces/lookup.tsx";
import { countDevices } from "./pieces/texts.tsx";

const NONE: Ticked = new Map();
const WAYS = [
  { value: "", label: "Select from list" },
  { value: "scan", label: "Scan serial numbers" },
];

export function Attest() {
  const { person } = useSession();
  const isClient = person.kind === "client";
  const [url, setUrl] = useUrlState({ client: "" });
  const clientId = isClient ? (person.home?.id ?? "") : url.client;
  return (
    <>
      <PageHeader
        title="New attestation"
        crumbs={[{ label: "Attestations", to: "/management/attestations" }]}
        description={`Select up to ${TICKS_MAX} devices of one client. Either all of them are recorded or none.`}
      />
      {!isClient && <ClientChoice id={clientId} choose={(id) => setUrl({ client: id ?? "" })} />}
      {clientId === "" ? (
        <Panel>
          <EmptyState
            icon="account"
            title="Which client's devices were inspected?"
            next="Choose the client, then select the inspected devices."
          />
        </Panel>
      ) : (
        <AttestForm key={clientId} clientId={clientId} />
      )}
    </>
  );
}

interface ClientChoiceProps {
  readonly id: string;
  choose(id: string | null): void;
}

function ClientChoice({ id, choose }: ClientChoiceProps) {
  const reading = readingOptions<ClientView>(`/management/clients/${id}`);
  const { data } = useQuery({ ...reading, enabled: id !== "" });
  const known: Named | null = data?.id === id ? { id, name: data.name } : null;
  return (
    <Panel title="Client">
      <Lookup
        key={known?.id ?? "none"}
        kind="clients"
        label="Client"
        required
        value={id === "" ? null : id}
        known={known}
        onChange={choose}
      />
    </Panel>
  );
}

/** The value of a date and time field, in the browser's time zone. */
function localNow(): string {
  const now = new Date();
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

function toInstant(local: string): string {
  const moment = new Date(local);
  return Number.isNaN(moment.getTime()) ? local : moment.toISOString();
}

function AttestForm({ clientId }: { readonly clientId: string }) {
  const navigate = useNavigate();
  const [ticked, setTicked] = useState<Ticked>(NONE);
  const [url, setUrl] = useUrlState({ by: "" });
  const form = useForm({
    initialValues: {
      name: `Annual inspection ${new Date().getFullYear()}`,
      completeDate: localNow(),
      notes: "",
      devices: null,
    },
  });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: ({ name, completeDate, notes }) =>
      api.post<{ id: string }>("/management/attestations", {
        name,
        completeDate: toInstant(completeDate),
        notes: orNull(notes),
        client: { id: clientId },
        devices: [...ticked.keys()].map((id) => ({ id })),
      }),
    successMessage: "Attestation recorded.",
    refresh: ["/management"],
    done: ({ id }) => {
      void navigate(linkTarget(`/management/attestations/${id}`));
    },
  });
  const isMissing = ticked.size === 0 && form.errors["devices"] !== undefined;
  const choice = {
    clientId,
    ticked,
    setTicked: (next: Ticked) => {
      setTicked(next);
      form.clearFieldError("devices");
    },
    error: isMissing ? "Select at least one device." : undefined,
  };
  return (
    <>
      <SegmentedControl
        my="md"
        aria-label="How to select devices"
        value={url.by}
        onChange={(by) => setUrl({ by })}
        data={WAYS}
      />
      {url.by === "scan" ? <DeviceScanner {...choice} /> : <DeviceChecklist {...choice} />}
      <form onSubmit={submit} noValidate>
        <Panel title="Inspection details">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
            <TextInput label="Name" required {...form.getInputProps("name")} />
            <TextInput
              type="datetime-local"
              label="Completed"
              required
              {...form.getInputProps("completeDate")}
            />
          </SimpleGrid>
          <Textarea
            mt="sm"
            label="Statement"
            description="What was inspected and by whom: seals, serial numbers, cables."
            autosize
            minRows={3}
            maxLength={255}
            {...form.getInputProps("notes")}
          />
        </Panel>
        <FormFooter
          label={`Attest ${countDevices(ticked.size)}`}
          isPending={isPending}
          trouble={trouble}
          cancel={() => window.history.back()}
        />
      </form>
    </>
  );
}
