/** Connects a bank by its SFTP server. */
import { Button, Group, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate } from "@tanstack/react-router";
import { api } from "../../api.ts";
import { ButtonLink } from "../../parts/link.tsx";
import { PageHeader, Panel } from "../../parts/panel.tsx";
import { FormError, useSubmit } from "../../parts/submit.tsx";
import { BankIdFields, LoginFields, ServerFields, type ServerForm } from "./bank-fields.tsx";
import { type BankValues, bankBody, NEW_BANK } from "./bank-values.ts";

export const BANKS = "/operations/bank-files?tab=banks";
export const BANK_CRUMBS = [{ label: "Banks", to: BANKS }];

export function NewBank() {
  const navigate = useNavigate();
  const form = useForm<BankValues>({ initialValues: NEW_BANK });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: (values) => api.post("/operations/banks", bankBody(values)),
    refresh: ["/operations/banks", "/operator/choices"],
    successMessage: "Bank connected.",
    done: () => void navigate({ to: "/operations/bank-files", search: { tab: "banks" } as never }),
  });
  // The fields of a server are a subset of these.
  const server = form as unknown as ServerForm;
  return (
    <>
      <PageHeader
        title="Connect bank"
        description="Files are exchanged with the bank's SFTP server. To use folders of this machine, run `sixdoors ach connect`."
        crumbs={BANK_CRUMBS}
      />
      <form onSubmit={submit} noValidate autoComplete="off">
        <Stack gap="lg" maw="46rem">
          <Panel title="ACH identifiers">
            <BankIdFields form={form} />
          </Panel>
          <Panel title="SFTP server">
            <ServerFields form={server} />
          </Panel>
          <Panel title="Login">
            <LoginFields form={server} isNew />
          </Panel>
          <FormError trouble={trouble} />
          <Group>
            <Button type="submit" loading={isPending}>
              Connect bank
            </Button>
            <ButtonLink to={BANKS} variant="default">
              Cancel
            </ButtonLink>
          </Group>
        </Stack>
      </form>
    </>
  );
}
