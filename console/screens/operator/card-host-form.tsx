/** The form of a card host, for adding and changing. */
import { Select, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import type { CardHostRow } from "../../../src/interfaces/console/operator/contract.ts";
import { api } from "../../api.ts";
import { FormButtons } from "../../parts/form-buttons.tsx";
import { FormError, useSubmit } from "../../parts/submit.tsx";

export const CARD_HOSTS_PATH = "/operator/card-hosts";

interface HostValues {
  name: string;
  kind: string;
  [setting: string]: string;
}

type HostForm = UseFormReturnType<HostValues>;

const DEFAULTS = {
  ...{ url: "", keyFile: "", certFile: "", certKeyFile: "", caFile: "" },
  ...{ host: "", port: "", acquirerId: "", tls: "yes", dialect: "1987", header: "2 binary" },
  ...{ connections: "2", echoSeconds: "60" },
};
const OF_KIND: Readonly<Record<string, readonly string[]>> = {
  json: ["url", "keyFile", "certFile", "certKeyFile"],
  iso8583: Object.keys(DEFAULTS).filter((name) => name !== "url" && name !== "keyFile"),
};

interface CardHostFormProps {
  /** Undefined: a new card host. */
  readonly row: CardHostRow | undefined;
  close(): void;
}

export function CardHostForm({ row, close }: CardHostFormProps) {
  const form = useForm<HostValues>({
    initialValues: { name: row?.name ?? "", kind: "json", ...DEFAULTS, ...row?.settings },
  });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: (values) =>
      api.post(row ? `${CARD_HOSTS_PATH}/${row.name}` : CARD_HOSTS_PATH, body(values)),
    successMessage: row ? `${row.name} was changed.` : "The card host was added.",
    refresh: [CARD_HOSTS_PATH],
    done: close,
  });
  const isJson = form.getValues().kind === "json";
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {row === undefined && (
          <TextInput
            label="Name"
            description="Lowercase letters, digits and dashes. Accounts use this name."
            required
            maxLength={40}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps("name")}
          />
        )}
        <Select
          label="Kind"
          allowDeselect={false}
          data={[
            { value: "json", label: "JSON over HTTPS" },
            { value: "iso8583", label: "ISO 8583" },
          ]}
          {...form.getInputProps("kind")}
        />
        {isJson ? <JsonFields form={form} /> : <IsoFields form={form} />}
        <CertificateFields form={form} />
        <FormError trouble={trouble} />
        <FormButtons close={close} isPending={isPending} label={row ? "Save" : "Add card host"} />
      </Stack>
    </form>
  );
}

/** Settings of the other kind are not sent. */
function body(values: HostValues) {
  const names = ["name", "kind", ...(OF_KIND[values.kind] ?? [])];
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

function JsonFields({ form }: { readonly form: HostForm }) {
  return (
    <>
      <TextInput
        type="url"
        label="URL"
        placeholder="https://cards.example.com/v1"
        required
        {...form.getInputProps("url")}
      />
      <TextInput
        label="Key file"
        description="Path of a file on every machine. Its content is sent as a bearer token."
        {...form.getInputProps("keyFile")}
      />
    </>
  );
}

const YES_NO = [
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
];

function IsoFields({ form }: { readonly form: HostForm }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput label="Host" required {...form.getInputProps("host")} />
      <TextInput label="Port" required inputMode="numeric" {...form.getInputProps("port")} />
      <TextInput
        label="Acquirer number"
        required
        inputMode="numeric"
        maxLength={11}
        {...form.getInputProps("acquirerId")}
      />
      <Select
        label="Dialect"
        allowDeselect={false}
        data={["1987", "1993"]}
        {...form.getInputProps("dialect")}
      />
      <Select
        label="Length header"
        allowDeselect={false}
        data={["2 binary", "4 binary", "4 ascii"]}
        {...form.getInputProps("header")}
      />
      <Select label="TLS" allowDeselect={false} data={YES_NO} {...form.getInputProps("tls")} />
      <TextInput
        label="Connections per process"
        inputMode="numeric"
        {...form.getInputProps("connections")}
      />
      <TextInput
        label="Seconds between echoes"
        inputMode="numeric"
        {...form.getInputProps("echoSeconds")}
      />
      <TextInput
        label="Certificate authorities file"
        description="Instead of the system's."
        {...form.getInputProps("caFile")}
      />
    </SimpleGrid>
  );
}

function CertificateFields({ form }: { readonly form: HostForm }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput label="Client certificate file" {...form.getInputProps("certFile")} />
      <TextInput label="Private key file" {...form.getInputProps("certKeyFile")} />
    </SimpleGrid>
  );
}
