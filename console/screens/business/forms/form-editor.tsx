/** Creates and edits a payment form: settings on the left, a preview on the right. */
import { Grid, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type {
  FormChoices,
  FormSaved,
  FormView,
} from "../../../../src/interfaces/console/forms/contract.ts";
import { api, useReading } from "../../../api.ts";
import { Secret } from "../../../parts/copy.tsx";
import { PageHeader } from "../../../parts/panel.tsx";
import { useSubmit } from "../../../parts/submit.tsx";
import { WhenLoaded } from "../../../parts/when-loaded.tsx";
import { usePathParam } from "../../../url-state.ts";
import { SaveRow } from "../save-row.tsx";
import { AddressPanel } from "./form-address.tsx";
import { FormFields } from "./form-fields.tsx";
import { FormPreview } from "./form-preview.tsx";
import { EnableFormButton, FormStatus } from "./form-status.tsx";
import { formBody, formValues, newFormValues } from "./form-values.ts";

const PATH = "/forms";
const CRUMBS = [{ label: "Payment forms", to: PATH }];

export function NewForm() {
  const [made, setMade] = useState<FormSaved>();
  const choices = useReading<FormChoices>("/form-choices");
  const navigate = useNavigate();
  const open = ({ form }: FormSaved) => void navigate({ to: `${PATH}/${form.name}` });
  const take = (saved: FormSaved) =>
    saved.returnSecret === undefined ? open(saved) : setMade(saved);
  return (
    <>
      <PageHeader
        title="New payment form"
        crumbs={CRUMBS}
        description="A hosted page where your customers pay."
      />
      {made?.returnSecret !== undefined ? (
        <Secret name="Return secret" value={made.returnSecret} done={() => open(made)} />
      ) : (
        <WhenLoaded reading={choices}>
          {(data) => <Editor choices={data} form={undefined} take={take} />}
        </WhenLoaded>
      )}
    </>
  );
}

export function EditForm() {
  const name = usePathParam("formName");
  const [secret, setSecret] = useState<string>();
  const choices = useReading<FormChoices>("/form-choices");
  const form = useReading<FormView>(`${PATH}/${name}`);
  const take = ({ returnSecret }: { readonly returnSecret?: string }) =>
    returnSecret !== undefined && setSecret(returnSecret);
  return (
    <>
      <PageHeader
        title={form.data?.title ?? name}
        crumbs={CRUMBS}
        badge={form.data && <FormStatus {...form.data} />}
        actions={form.data && <EnableFormButton form={form.data} />}
      />
      <Stack gap="lg">
        {secret !== undefined && (
          <Secret name="Return secret" value={secret} done={() => setSecret(undefined)} />
        )}
        <WhenLoaded reading={form}>
          {(view) => (
            <>
              <AddressPanel form={view} take={take} />
              <WhenLoaded reading={choices}>
                {(data) => (
                  <Editor key={JSON.stringify(view)} choices={data} form={view} take={take} />
                )}
              </WhenLoaded>
            </>
          )}
        </WhenLoaded>
      </Stack>
    </>
  );
}

interface EditorProps {
  readonly choices: FormChoices;
  /** Undefined for a new form. */
  readonly form: FormView | undefined;
  take(saved: FormSaved): void;
}

function Editor({ choices, form: view, take }: EditorProps) {
  const isNew = view === undefined;
  const form = useForm({
    initialValues: isNew ? newFormValues(choices) : formValues(view, choices),
  });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: (values) =>
      isNew
        ? api.post<FormSaved>(PATH, { name: values.name, ...formBody(values) })
        : api.patch<FormSaved>(`${PATH}/${view.name}`, formBody(values)),
    successMessage: isNew ? "Form created." : "Form saved.",
    refresh: [PATH],
    done: take,
  });
  return (
    <form onSubmit={submit} noValidate>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <FormFields form={form} choices={choices} isNew={isNew} />
          <Stack gap="md" mt="lg">
            <SaveRow
              label={isNew ? "Create form" : "Save"}
              isPending={isPending}
              trouble={trouble}
            />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Text size="sm" fw={550} c="dimmed" mb={6}>
            Preview
          </Text>
          <FormPreview values={form.getValues()} />
        </Grid.Col>
      </Grid>
    </form>
  );
}
