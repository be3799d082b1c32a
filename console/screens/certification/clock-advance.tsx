/** Moving the clock on: by a preset, by a span, or to a moment; and what ran on the way. */
import "./certification.css";
import { Alert, Button, Group, SimpleGrid, Table, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type {
  Advanced,
  AdvanceWish,
  ClockPreset,
} from "../../../src/interfaces/console/certification/contract.ts";
import { api, refresh } from "../../api.ts";
import { Icon } from "../../parts/icons.tsx";
import { sayTrouble } from "../../parts/notify.tsx";
import { Panel } from "../../parts/panel.tsx";
import { FormTrouble, useSubmit } from "../../parts/submit.tsx";
import { Moment } from "../../parts/values.tsx";

const NO_PRESETS: readonly ClockPreset[] = [];
const SHOWN_MAX = 12;

export function advance(wish: AdvanceWish): Promise<Advanced> {
  return api.post<Advanced>("/certification/clock/advance", wish);
}

export function ClockAdvance({ presets = NO_PRESETS }: { presets?: readonly ClockPreset[] }) {
  const [result, setResult] = useState<Advanced>();
  const done = async (advanced: Advanced) => {
    setResult(advanced);
    await refresh(["/certification"]);
  };
  return (
    <Panel title="Move it on" description="Everything that falls due on the way runs first.">
      <Presets presets={presets} done={done} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} mt="lg">
        <Field
          name="span"
          label="By a span"
          description="Such as 3d, 2h or 1d12h"
          button="Advance by"
          done={done}
        />
        <Field
          name="to"
          label="To a moment"
          description="Such as 2026-12-01 17:00, in UTC"
          button="Advance to"
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
    onError: sayTrouble,
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
      <FormTrouble trouble={trouble} />
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
  const failed = ran.filter(({ outcome }) => outcome === "failed").map(({ name }) => name);
  const color = stoppedAt === undefined ? "tide" : "red";
  return (
    <Alert
      mt="lg"
      color={color}
      className="sd-alert"
      icon={<Icon name={stoppedAt === undefined ? "check" : "attention"} />}
      title={
        <>
          Business time is <Moment at={business} />
        </>
      }
    >
      {stoppedAt !== undefined &&
        `It stopped where “${stoppedAt.name}” failed: ${stoppedAt.summary}. `}
      {ranCount === 0
        ? "Nothing was due on the way."
        : `${ranCount} pieces of work ran on the way.`}
      {stoppedAt === undefined &&
        failed.length > 0 &&
        ` Failed, and tried again later: ${failed.join(", ")}.`}
      {did.length > 0 && (
        <Table mt="xs" className="sd-quiet-table">
          <Table.Tbody>
            {did.slice(-SHOWN_MAX).map(({ name, dueAt, summary }) => (
              <Table.Tr key={`${name} ${dueAt}`}>
                <Table.Td>
                  <Moment at={dueAt} />
                </Table.Td>
                <Table.Td>{name}</Table.Td>
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
  return /^(nothing|0 |partitions)/.test(summary);
}
