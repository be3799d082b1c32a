/** The look of a merchant's payment forms: color, button text and logo, beside a live preview. */
import { Grid, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDebouncedValue } from "@mantine/hooks";
import type { FormBrandView } from "../../../../src/interfaces/console/forms/contract.ts";
import { api, useReading } from "../../../api.ts";
import { PageHeader, Panel } from "../../../parts/panel.tsx";
import { useSubmit } from "../../../parts/submit.tsx";
import { WhenLoaded } from "../../../parts/when-loaded.tsx";
import { SaveRow } from "../save-row.tsx";
import { BrandColor } from "./brand-color.tsx";
import { BrandLogo } from "./brand-logo.tsx";
import { BrandPreview } from "./brand-preview.tsx";

const BRAND_PATH = "/form-brand";
const CRUMBS = [{ label: "Payment forms", to: "/forms" }];
const TYPING_MS = 300;

export function Branding() {
  const reading = useReading<FormBrandView>(BRAND_PATH);
  return (
    <>
      <PageHeader
        title="Branding"
        crumbs={CRUMBS}
        description="Logo, color and button text of all your payment forms. Text colors are chosen for you, so that everyone can read them."
      />
      <WhenLoaded reading={reading}>{(brand) => <Editor brand={brand} />}</WhenLoaded>
    </>
  );
}

function Editor({ brand }: { readonly brand: FormBrandView }) {
  const { color = "", buttonText = "", buttonTextMax } = brand;
  const form = useForm({ initialValues: { color, buttonText } });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: (values) => api.patch<FormBrandView>(BRAND_PATH, values),
    successMessage: "Branding saved.",
    refresh: [BRAND_PATH],
  });
  const [shown] = useDebouncedValue(form.getValues(), TYPING_MS);
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 5 }}>
        <Stack gap="lg">
          <Panel title="Color and button">
            <form onSubmit={submit} noValidate>
              <Stack gap="md">
                <BrandColor
                  {...form.getInputProps("color")}
                  typed={shown.color}
                  defaultColor={brand.defaultColor}
                />
                <TextInput
                  label="Button text"
                  placeholder="Pay"
                  description="If the amount is fixed, it follows the text."
                  maxLength={buttonTextMax}
                  {...form.getInputProps("buttonText")}
                />
                <SaveRow isPending={isPending} trouble={trouble} />
              </Stack>
            </form>
          </Panel>
          <BrandLogo brand={brand} />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <BrandPreview {...shown} logoHash={brand.logo?.hash ?? ""} />
      </Grid.Col>
    </Grid>
  );
}
