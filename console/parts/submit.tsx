/** Sends data to the API: from a form, with errors beside the fields, or from a button. */
import { Alert } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef } from "react";
import { ApiError, refresh } from "../api.ts";
import { errorTexts } from "./error-panel.tsx";
import { Icon } from "./icons.tsx";
import { notifyError, notifySuccess } from "./notify.tsx";

interface Sending<Answer> {
  /** The notification after success. */
  readonly successMessage?: string;
  /** Addresses to reload. Every query that starts with one of these is read again. */
  readonly refresh?: readonly string[];
  done?(answer: Answer): void;
}

interface FormSending<Values, Answer> extends Sending<Answer> {
  readonly form: UseFormReturnType<Values>;
  send(values: Values): Promise<Answer>;
}

/**
 * `<form onSubmit={submit}>`: sends the values and puts the API's errors beside their fields.
 * Errors without a field are in `trouble`, for `<FormError>` above the button.
 */
export function useSubmit<Values, Answer>(sending: FormSending<Values, Answer>) {
  const { form } = sending;
  const { mutate, isPending, error } = useMutation({
    mutationFn: sending.send,
    onSuccess: (answer) => finish(sending, answer),
    onError: (problem) => form.setErrors(errorFields(problem)),
  });
  const place = useRef<HTMLFormElement>(null);
  const showError = () => setTimeout(() => firstErrorIn(place.current)?.focus());
  const submit = (event: FormEvent<HTMLFormElement>) => {
    place.current = event.currentTarget;
    form.onSubmit((values) => mutate(values, { onError: showError }), showError)(event);
  };
  const isBesideFields = error instanceof ApiError && everyFieldIsIn(error, form.getValues());
  return { submit, isPending, trouble: isBesideFields ? undefined : (error ?? undefined) };
}

/** For a button: `run()` sends the request and shows errors as notifications. */
export function useAction<Answer>(sending: Sending<Answer> & { send(): Promise<Answer> }) {
  const { mutate, isPending } = useMutation({
    mutationFn: sending.send,
    onSuccess: (answer) => finish(sending, answer),
    onError: notifyError,
  });
  return { run: () => mutate(), isPending };
}

export function FormError({ trouble }: { readonly trouble: Error | undefined }) {
  if (trouble === undefined) return null;
  const { message, requestId } = errorTexts(trouble);
  // The request ID helps with internal errors, not with a wrong password.
  const isOurs = !(trouble instanceof ApiError) || trouble.status >= 500;
  return (
    <Alert color="red" role="alert" className="sd-alert" icon={<Icon name="attention" />}>
      {message}
      {isOurs && requestId !== undefined && ` (Request ID: ${requestId})`}
    </Alert>
  );
}

/** The first invalid field may be far above the button, so scroll to it. */
function firstErrorIn(place: HTMLFormElement | null): HTMLElement | null {
  return place?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? null;
}

async function finish<Answer>(sending: Sending<Answer>, answer: Answer): Promise<void> {
  await refresh(sending.refresh ?? []);
  if (sending.successMessage !== undefined) notifySuccess(sending.successMessage);
  sending.done?.(answer);
}

function errorFields(problem: Error): Record<string, string> {
  return problem instanceof ApiError ? { ...problem.fields } : {};
}

function everyFieldIsIn({ fields }: ApiError, values: unknown): boolean {
  const names = Object.keys(fields);
  if (names.length === 0 || typeof values !== "object" || values === null) return false;
  return names.every((name) => (name.split(".")[0] ?? "") in values);
}
