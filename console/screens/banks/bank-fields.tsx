/** The fields of a bank connection: its ACH identifiers, and its SFTP server. */
import {
  Checkbox,
  NumberInput,
  PasswordInput,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Textarea,
  TextInput,
} from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { NOT_STORED } from "../../parts/not-stored.ts";
import type { BankValues, ServerValues } from "./bank-values.ts";

export type ServerForm = UseFormReturnType<ServerValues>;

const LOGINS = [
  { value: "key", label: "Private key" },
  { value: "password", label: "Password" },
];

export function BankIdFields({ form }: { readonly form: UseFormReturnType<BankValues> }) {
  return (
    <Stack gap="md">
      <TextInput
        label="Name"
        description="Lowercase letters, digits and dashes. It becomes part of the names of files."
        required
        maxLength={40}
        {...form.getInputProps("name")}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="Immediate destination"
          description="Usually the bank's routing number."
          required
          maxLength={10}
          {...form.getInputProps("destination")}
        />
        <TextInput
          label="Destination name"
          description="The name of the bank."
          required
          maxLength={23}
          {...form.getInputProps("destinationName")}
        />
        <TextInput
          label="Immediate origin"
          description="Assigned by the bank."
          required
          maxLength={10}
          {...form.getInputProps("origin")}
        />
        <TextInput
          label="Origin name"
          description="The name of your company."
          required
          maxLength={23}
          {...form.getInputProps("originName")}
        />
        <TextInput
          label="ODFI"
          description="The first eight digits of the bank's routing number."
          required
          inputMode="numeric"
          maxLength={8}
          {...form.getInputProps("odfi")}
        />
      </SimpleGrid>
      <Textarea
        label="Cutoffs"
        description="One in each line: a time and a time zone."
        required
        autosize
        minRows={2}
        {...form.getInputProps("windows")}
      />
    </Stack>
  );
}

export function ServerFields({ form }: { readonly form: ServerForm }) {
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <TextInput label="Host" required maxLength={253} {...form.getInputProps("host")} />
        <NumberInput
          label="Port"
          required
          min={1}
          max={65_535}
          hideControls
          {...form.getInputProps("port")}
        />
        <TextInput
          label="User name"
          required
          maxLength={100}
          {...NOT_STORED}
          {...form.getInputProps("user")}
        />
      </SimpleGrid>
      <Textarea
        label="Host key fingerprints"
        description="As the bank gave them to you, one in each line, such as SHA256:… Leave blank to see which keys the server offers."
        autosize
        minRows={2}
        {...NOT_STORED}
        {...form.getInputProps("hostKeys")}
      />
      <FolderFields form={form} />
      <Checkbox
        label="Save without trying the connection"
        {...form.getInputProps("skipsCheck", { type: "checkbox" })}
      />
    </Stack>
  );
}

function FolderFields({ form }: { readonly form: ServerForm }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput
        label="Outbox folder"
        description="The bank takes our files from here."
        required
        maxLength={200}
        {...form.getInputProps("outbox")}
      />
      <TextInput
        label="Drafts folder"
        description="Leave blank to write drafts into the outbox, with the ending .part."
        maxLength={200}
        {...form.getInputProps("drafts")}
      />
      <TextInput
        label="Inbox folder"
        description="The bank puts its files here."
        required
        maxLength={200}
        {...form.getInputProps("inbox")}
      />
      <TextInput
        label="Archive folder"
        description="Files that were read are moved here."
        required
        maxLength={200}
        {...form.getInputProps("archive")}
      />
    </SimpleGrid>
  );
}

/** What is typed here is sealed by the server and never shown again. */
export function LoginFields({
  form,
  isNew,
}: {
  readonly form: ServerForm;
  readonly isNew: boolean;
}) {
  const { login } = form.getValues();
  return (
    <Stack gap="md">
      <SegmentedControl aria-label="Login" data={LOGINS} {...form.getInputProps("login")} />
      {login === "password" ? (
        <PasswordInput
          label="Password"
          required={isNew}
          maxLength={1_024}
          {...NOT_STORED}
          {...form.getInputProps("password")}
        />
      ) : (
        <>
          <Textarea
            className="sd-masked"
            label="Private key"
            description="Paste the content of the key file, which begins with -----BEGIN. It is hidden and not stored in the browser."
            required={isNew}
            autosize
            minRows={4}
            maxRows={10}
            maxLength={20_000}
            {...NOT_STORED}
            {...form.getInputProps("privateKey")}
          />
          <PasswordInput
            label="Passphrase"
            description="Leave blank if the private key is not encrypted."
            maxLength={1_024}
            {...NOT_STORED}
            {...form.getInputProps("passphrase")}
          />
        </>
      )}
    </Stack>
  );
}
