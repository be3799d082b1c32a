/** Changes the SFTP server of a bank. */
import { Button, Group, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate } from "@tanstack/react-router";
import type { BankServer, Banks } from "../../../src/interfaces/console/operations/contract.ts";
import { api, useReading } from "../../api.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { ButtonLink } from "../../parts/link.tsx";
import { PageHeader, Panel } from "../../parts/panel.tsx";
import { FormError, useSubmit } from "../../parts/submit.tsx";
import { WhenLoaded } from "../../parts/when-loaded.tsx";
import { usePathParam } from "../../url-state.ts";
import { LoginFields, ServerFields } from "./bank-fields.tsx";
import { type ServerValues, serverBody, serverValues } from "./bank-values.ts";
import { BANK_CRUMBS, BANKS } from "./new-bank.tsx";

export function BankServerScreen() {
  const name = usePathParam("name");
  const reading = useReading<Banks>("/operations/banks");
  return (
    <>
      <PageHeader title={`SFTP server of ${name}`} crumbs={BANK_CRUMBS} />
      <WhenLoaded reading={reading}>
        {({ banks }) => {
          const server = banks.find((bank) => bank.name === name)?.server ?? null;
          return server === null ? <NoServer /> : <ChangeServer name={name} server={server} />;
        }}
      </WhenLoaded>
    </>
  );
}

function NoServer() {
  return (
    <Panel flush>
      <EmptyState
        title="No SFTP server"
        next="This bank does not exist, or it is connected by folders."
        icon="bank"
      />
    </Panel>
  );
}

function ChangeServer({ name, server }: { readonly name: string; readonly server: BankServer }) {
  const navigate = useNavigate();
  const form = useForm<ServerValues>({ initialValues: serverValues(server) });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: (values) => api.patch(`/operations/banks/${name}/server`, serverBody(values)),
    refresh: ["/operations/banks"],
    successMessage: "SFTP server saved.",
    done: () => void navigate({ to: "/operations/bank-files", search: { tab: "banks" } as never }),
  });
  return (
    <form onSubmit={submit} noValidate autoComplete="off">
      <Stack gap="lg" maw="46rem">
        <Panel title="SFTP server">
          <ServerFields form={form} />
        </Panel>
        <Panel title="Login" description="Leave blank to keep the stored login.">
          <LoginFields form={form} isNew={false} />
        </Panel>
        <FormError trouble={trouble} />
        <Group>
          <Button type="submit" loading={isPending}>
            Save
          </Button>
          <ButtonLink to={BANKS} variant="default">
            Cancel
          </ButtonLink>
        </Group>
      </Stack>
    </form>
  );
}
