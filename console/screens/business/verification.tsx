/** The bank account verification settings (F). Only operators can turn verification on or off. */
import { Alert, NativeSelect, Radio, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import type {
  Verification,
  VerificationView,
} from "../../../src/interfaces/console/business/contract.ts";
import { api, useReading } from "../../api.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { ErrorPanel } from "../../parts/error-panel.tsx";
import { Icon } from "../../parts/icons.tsx";
import { TextLink } from "../../parts/link.tsx";
import { PageHeader, Panel, ScreenSkeleton } from "../../parts/panel.tsx";
import { useSubmit } from "../../parts/submit.tsx";
import { StateBadge } from "../../parts/values.tsx";
import { SaveRow } from "./save-row.tsx";
import { SecCodes, YesOrNo } from "./verification-fields.tsx";
import { frequencyChoices, verificationBody, verificationValues } from "./verification-values.ts";

const PATH = "/settings/verification";

export function VerificationScreen() {
  const { data, error, refetch } = useReading<VerificationView>(PATH);
  const verification = data?.verification;
  return (
    <>
      <PageHeader
        title="ACH verification"
        description="Check a bank account before its first debit. Payments that fail the check are declined and never sent to the bank."
        badge={verification && <VerificationStatus {...verification} />}
      />
      {error !== null && data === undefined && <ErrorPanel error={error} retry={refetch} />}
      {data === undefined && error === null && <ScreenSkeleton />}
      {data !== undefined && verification === undefined && (
        <Panel>
          <EmptyState
            icon="bank"
            title="ACH is not enabled"
            next="This account does not accept bank payments. Contact support to enable ACH."
          />
        </Panel>
      )}
      {verification && (
        <Stack gap="lg">
          <Settings key={JSON.stringify(verification)} verification={verification} />
          <TextLink to="/customers?tab=blocked" size="sm">
            View blocked bank accounts
          </TextLink>
        </Stack>
      )}
    </>
  );
}

function VerificationStatus({ isEnabled }: Verification) {
  const label = isEnabled ? "On" : "Off";
  return <StateBadge state={label} tone={isEnabled ? "good" : "quiet"} label={label} />;
}

function Settings({ verification }: { readonly verification: Verification }) {
  const { choices } = verification;
  const form = useForm({ initialValues: verificationValues(verification) });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: (values) => api.patch<VerificationView>(PATH, verificationBody(values)),
    successMessage: "Verification settings saved.",
    refresh: [PATH],
  });
  return (
    <Stack gap="lg">
      <Alert
        className="sd-alert"
        color={verification.isEnabled ? "tide" : "amber"}
        icon={<Icon name="shield" />}
        title={verification.isEnabled ? "Verification is on" : "Verification is off"}
        maw="46rem"
      >
        {verification.isEnabled
          ? "Payments are verified with the settings below. Contact support to turn verification off."
          : "Bank accounts are not verified. Contact support to turn verification on. The settings below apply then."}
      </Alert>
      <form onSubmit={submit}>
        <Panel title="Verification settings">
          <Stack gap="xl" maw="40rem">
            <SecCodes choices={choices} props={form.getInputProps("secCodes")} />
            <NativeSelect
              label="How often to verify the same bank account"
              description="A verified bank account is not checked again before this time has passed."
              data={frequencyChoices(choices)}
              {...form.getInputProps("frequencyDays")}
            />
            <YesOrNo
              label="Recurring payments"
              description="Payments marked as recurring or with a recurring ID."
              props={form.getInputProps("coversRecurring")}
            />
            <YesOrNo
              label="Repeat payments"
              description="Payments that reuse the bank account of an earlier transaction."
              props={form.getInputProps("coversReissue")}
            />
            <Radio.Group
              label="If the verification service is unavailable"
              {...form.getInputProps("whenUnavailable")}
            >
              <Stack gap={8} mt={8}>
                <Radio value="decline" label="Decline the payment" />
                <Radio value="accept" label="Accept the payment without verification" />
              </Stack>
            </Radio.Group>
            <SaveRow isPending={isPending} trouble={trouble} />
          </Stack>
        </Panel>
      </form>
    </Stack>
  );
}
