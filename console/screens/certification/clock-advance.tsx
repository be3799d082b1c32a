/** Advances the clock by a preset, by a duration or to a time, and shows the jobs that ran. */
import "./certification.css";
import { Alert, Button, Group, SimpleGrid, Table, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type {
  Advanced,
  AdvanceRequest,
  ClockPreset,
} from "../../../src/interfaces/console/certification/contract.ts";
import { api, refresh } from "../../api.ts";
import { Icon } from "../../parts/icons.tsx";
import { notifyError } from "../../parts/notify.tsx";
import { Panel } from "../../parts/panel.tsx";
import { FormError, useSubmit } from "../../parts/submit.tsx";
import { Moment } from "../../parts/values.tsx";

const NO_PRESETS: readonly ClockPreset[] = [];
const SHOWN_MAX = 12;

export function advance(wish: AdvanceRequest): Promise<Advanced> {
  return api.post<Advanced>("/certification/clock/advance", wish);
}

export function ClockAdvance({ presets = NO_PRESETS }: { presets?: readonly ClockPreset[] }) {
  const [result, setResult] = useState<Advanced>();
  const done = async (advanced: Advanced) => {
    setResult(advanced);
    await refresh(["/certification"]);
  };
  return (
    <Panel title="Advance the clock" description="Jobs that become due run in order.">
      <Presets presets={presets} done={done} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} mt="lg">
        <Field
          name="span"
          label="Duration"
          description="Such as 3d, 2h or 1d12h"
          button="Advance by duration"
          done={done}
        />
        <Field
          name="to"
          label="Date and time"
          description="Such as 2026-12-01 17:00, in UTC"
          button="Advance to time"
          done={done}
        />
      </SimpleGrid>
      <div aria-live="polite">{result !== undefined && <Result result={result} />}</div>
    </Panel>
  );
}

interface Doing {
  done(advanced: Advanced): void;
}

function Presets({ presets, done }: { presets: readonly ClockPreset[] } & Doing) {
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ to }: ClockPreset) => advance({ to }),
    onSuccess: done,
    onError: notifyError,
  });
  return (
    <Group gap="sm">
      {presets.map((preset) => (
        <Button
          key={preset.label}
          variant="light"
          size="md"
          className="sd-preset"
          disabled={isPending}
          loading={isPending && variables?.label === preset.label}
          onClick={() => mutate(preset)}
        >
          <span>
            {preset.label}
            <Text component="span" size="xs" display="block">
              <Moment at={preset.to} />
            </Text>
          </span>
        </Button>
      ))}
    </Group>
  );
}

interface FieldProps extends Doing {
  readonly name: "span" | "to";
  readonly label: string;
  readonly description: string;
  readonly button: string;
}

function Field({ name, label, description, button, done }: FieldProps) {
  const form = useForm({ initialValues: { [name]: "" } });
  const { submit, isPending, trouble } = useSubmit({ form, send: advance, done });
  return (
    <form onSubmit={submit}>
      <FormError trouble={trouble} />
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          flex={1}
          label={label}
          description={description}
          autoComplete="off"
          {...form.getInputProps(name)}
        />
        <Button type="submit" variant="default" loading={isPending}>
          {button}
        </Button>
      </Group>
    </form>
  );
}

function Result({ result }: { readonly result: Advanced }) {
  const { ran, ranCount, business, stoppedAt } = result;
  const did = ran.filter(({ summary, outcome }) => outcome === "failed" || !isIdle(summary));
  const failed = ran.filter(({ outcome }) => outcome === "failed").map(({ label }) => label);
  const color = stoppedAt === undefined ? "tide" : "red";
  return (
    <Alert
      mt="lg"
      color={color}
      className="sd-alert"
      icon={<Icon name={stoppedAt === undefined ? "check" : "attention"} />}
      title={
        <>
          The business clock is now at <Moment at={business} />
        </>
      }
    >
      {stoppedAt !== undefined &&
        `Stopped because the job “${stoppedAt.label}” failed: ${stoppedAt.summary}. `}
      {ranCount === 0 ? "No jobs were due." : `Jobs run: ${ranCount}.`}
      {stoppedAt === undefined &&
        failed.length > 0 &&
        ` Failed jobs, which are retried later: ${failed.join(", ")}.`}
      {did.length > 0 && (
        <Table mt="xs" className="sd-plain-table">
          <Table.Tbody>
            {did.slice(-SHOWN_MAX).map(({ name, label, dueAt, summary }) => (
              <Table.Tr key={`${name} ${dueAt}`}>
                <Table.Td>
                  <Moment at={dueAt} />
                </Table.Td>
                <Table.Td>{label}</Table.Td>
                <Table.Td>{summary}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Alert>
  );
}

function isIdle(summary: string): boolean {
  return /^(nothing|no |0 |partitions)/.test(summary);
}
