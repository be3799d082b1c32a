/** Registers or edits a device. Its status can be changed only through the API. */
import { Select, SimpleGrid, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate } from "@tanstack/react-router";
import type { DeviceView, Named } from "../../../src/interfaces/console/partner/contract.ts";
import { api } from "../../api.ts";
import { linkTarget } from "../../parts/link.tsx";
import { useSubmit } from "../../parts/submit.tsx";
import { FormFooter, orNull } from "./pieces/form-parts.tsx";
import { LocationSelect } from "./pieces/location-select.tsx";
import { Lookup } from "./pieces/lookup.tsx";
import { useChoices } from "./pieces/texts.tsx";

interface Values {
  name: string;
  notes: string;
  client: string | null;
  location: string | null;
}

function toSend({ name, notes, client, location }: Values) {
  return {
    name: orNull(name),
    notes: orNull(notes),
    client: client === null ? null : { id: client },
    location: location === null ? null : { id: location },
  };
}

interface PlaceFieldsProps {
  readonly form: ReturnType<typeof useForm<Values>>;
  readonly known: Named | null;
}

/** Locations depend on the client, so a different client clears the location. */
function PlaceFields({ form, known }: PlaceFieldsProps) {
  const { client } = form.values;
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <TextInput
          label="Name"
          description="Such as “Register 3”."
          {...form.getInputProps("name")}
        />
        <Lookup
          kind="clients"
          label="Client"
          description="The client that uses the device."
          clearable
          value={client}
          known={known}
          error={form.errors["client"]}
          onChange={(id) => form.setValues({ client: id, location: null })}
        />
      </SimpleGrid>
      <LocationSelect clientId={client} {...form.getInputProps("location")} />
      <Textarea
        mt="sm"
        label="Notes"
        autosize
        minRows={2}
        maxLength={255}
        {...form.getInputProps("notes")}
      />
    </>
  );
}

export function NewDevice({ close }: { close(): void }) {
  const choices = useChoices();
  const navigate = useNavigate();
  const form = useForm({
    initialValues: {
      serialNumber: "",
      deviceType: null as string | null,
      ksi: "",
      name: "",
      notes: "",
      client: null as string | null,
      location: null as string | null,
    },
  });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: ({ serialNumber, deviceType, ksi, ...values }) =>
      api.post<{ id: string }>("/management/devices", {
        ...toSend(values),
        serialNumber,
        ...(deviceType !== null && { deviceType: { name: deviceType } }),
        ksi: orNull(ksi),
      }),
    successMessage: "Device registered.",
    refresh: ["/management"],
    done: ({ id }) => {
      void navigate(linkTarget(`/management/devices/${id}`));
    },
  });
  return (
    <form onSubmit={submit} noValidate>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" mb="sm">
        <TextInput
          label="Serial number"
          required
          data-autofocus
          autoComplete="off"
          {...form.getInputProps("serialNumber")}
        />
        <Select
          label="Type"
          required
          data={[...(choices?.deviceTypes ?? [])]}
          {...form.getInputProps("deviceType")}
        />
      </SimpleGrid>
      <PlaceFields form={form as never} known={null} />
      <TextInput
        mt="sm"
        label="Key set identifier (KSI)"
        description="The first hex digits of its key serial number (KSN), if known."
        {...form.getInputProps("ksi")}
      />
      <Text size="sm" c="dimmed" mt="md">
        A new device has the status New. Its status is changed through the management API.
      </Text>
      <FormFooter label="Register device" isPending={isPending} trouble={trouble} cancel={close} />
    </form>
  );
}

interface EditDeviceProps {
  readonly device: DeviceView;
  close(): void;
  reload(): unknown;
}

export function EditDevice({ device, close, reload }: EditDeviceProps) {
  const { id, version, client, location } = device;
  const form = useForm<Values>({
    initialValues: {
      name: device.name ?? "",
      notes: device.notes ?? "",
      client: client?.id ?? null,
      location: location?.id ?? null,
    },
  });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: (values) => api.patch(`/management/devices/${id}`, { ...toSend(values), version }),
    successMessage: "Device saved.",
    refresh: ["/management"],
    done: close,
  });
  return (
    <form onSubmit={submit} noValidate>
      <PlaceFields form={form} known={client} />
      <FormFooter
        label="Save"
        isPending={isPending}
        trouble={trouble}
        cancel={close}
        reload={reload}
      />
    </form>
  );
}
