/** Shared logic for adding and editing partners and clients. Each has its own fields. */
import type { UseFormReturnType } from "@mantine/form";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api } from "../../../api.ts";
import { linkTarget } from "../../../parts/link.tsx";
import { type Crumb, PageHeader, Panel } from "../../../parts/panel.tsx";
import { useSubmit } from "../../../parts/submit.tsx";
import {
  type AnyForm,
  BLANK_LOCATION,
  BLANK_USER,
  FormFooter,
  LocationFields,
  UserFields,
  WelcomeBox,
} from "./form-parts.tsx";

interface Entering<Values> {
  readonly form: UseFormReturnType<Values>;
  /** The path in the API and of the record's page. */
  readonly path: string;
  readonly successMessage: string;
  bodyOf(values: Values): object;
}

/** Opens the page of the new record after saving. */
export function useAddForm<Values>({ form, path, successMessage, bodyOf }: Entering<Values>) {
  const navigate = useNavigate();
  return useSubmit({
    form,
    send: (values) => api.post<{ id: string }>(path, bodyOf(values)),
    successMessage,
    refresh: ["/management"],
    done: ({ id }) => {
      void navigate(linkTarget(`${path}/${id}`));
    },
  });
}

interface Changing<Values> extends Omit<Entering<Values>, "successMessage"> {
  /** The version that was read. Saving over a newer version is an error. */
  readonly version: number;
}

/** Saving or canceling returns to the record's page. */
export function useEditForm<Values>({ form, path, version, bodyOf }: Changing<Values>) {
  const navigate = useNavigate();
  const back = () => void navigate(linkTarget(path));
  const sending = useSubmit({
    form,
    send: (values) => api.patch(path, { ...bodyOf(values), version }),
    successMessage: "Changes saved.",
    refresh: ["/management"],
    done: back,
  });
  return { ...sending, back };
}

/** The first location and user of a new partner or client. */
export function blankFirsts(locationType: string, userRole: string) {
  return {
    location: { ...BLANK_LOCATION, locationType },
    contact: { ...BLANK_USER, userRole, sendWelcomeEmail: true },
  };
}

interface FirstsProps {
  readonly form: AnyForm;
  readonly person: string;
  readonly roles: readonly string[];
}

export function FirstLocationAndUser({ form, person, roles }: FirstsProps) {
  return (
    <>
      <Panel title="Location">
        <LocationFields form={form} at="location." />
      </Panel>
      <Panel title={person}>
        <UserFields form={form} at="contact." roles={roles} />
        <WelcomeBox form={form} at="contact." />
      </Panel>
    </>
  );
}

interface OwnerFormProps {
  readonly title: string;
  readonly crumb: Crumb;
  readonly description?: string;
  readonly sending: ReturnType<typeof useSubmit>;
  readonly label: string;
  cancel(): void;
  reload?(): unknown;
  /** The form's panels. */
  readonly children: ReactNode;
}

export function OwnerForm(props: OwnerFormProps) {
  const { title, crumb, description, sending, label, cancel, reload, children } = props;
  const { submit, isPending, trouble } = sending;
  return (
    <form onSubmit={submit} noValidate>
      <PageHeader title={title} crumbs={[crumb]} description={description} />
      {children}
      <FormFooter
        label={label}
        isPending={isPending}
        trouble={trouble}
        cancel={cancel}
        reload={reload}
      />
    </form>
  );
}
