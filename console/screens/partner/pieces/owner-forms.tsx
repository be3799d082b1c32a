/** Entering and changing a partner or a client: what both do. The fields are each one's own. */
import type { UseFormReturnType } from "@mantine/form";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api } from "../../../api.ts";
import { targetOf } from "../../../parts/link.tsx";
import { type Crumb, PageHeader, Panel } from "../../../parts/panel.tsx";
import { useSubmit } from "../../../parts/submit.tsx";
import {
  type AnyForm,
  BLANK_LOCATION,
  BLANK_PERSON,
  FormFoot,
  LocationFields,
  PersonFields,
  WelcomeBox,
} from "./form-parts.tsx";

interface Entering<Values> {
  readonly form: UseFormReturnType<Values>;
  /** At the interface, and in the address of the page that shows it then. */
  readonly path: string;
  readonly said: string;
  bodyOf(values: Values): object;
}

/** Whoever entered one goes on with it: its page opens. */
export function useEntering<Values>({ form, path, said, bodyOf }: Entering<Values>) {
  const navigate = useNavigate();
  return useSubmit({
    form,
    send: (values) => api.post<{ id: string }>(path, bodyOf(values)),
    said,
    refresh: ["/management"],
    done: ({ id }) => {
      void navigate(targetOf(`${path}/${id}`));
    },
  });
}

interface Changing<Values> extends Omit<Entering<Values>, "said"> {
  /** The one that was read: who saves over a later one is told. */
  readonly version: number;
}

/** Saved or not, it leads back to the page of what was changed. */
export function useChanging<Values>({ form, path, version, bodyOf }: Changing<Values>) {
  const navigate = useNavigate();
  const back = () => void navigate(targetOf(path));
  const sending = useSubmit({
    form,
    send: (values) => api.patch(path, { ...bodyOf(values), version }),
    said: "Saved.",
    refresh: ["/management"],
    done: back,
  });
  return { ...sending, back };
}

/** The first location and person, which a new owner is entered with. */
export function blankFirsts(locationType: string, userRole: string) {
  return {
    location: { ...BLANK_LOCATION, locationType },
    contact: { ...BLANK_PERSON, userRole, sendWelcomeEmail: true },
  };
}

interface FirstsProps {
  readonly form: AnyForm;
  readonly person: string;
  readonly roles: readonly string[];
}

export function Firsts({ form, person, roles }: FirstsProps) {
  return (
    <>
      <Panel title="Location">
        <LocationFields form={form} at="location." />
      </Panel>
      <Panel title={person}>
        <PersonFields form={form} at="contact." roles={roles} />
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
  /** The panels. */
  readonly children: ReactNode;
}

export function OwnerForm(props: OwnerFormProps) {
  const { title, crumb, description, sending, label, cancel, reload, children } = props;
  const { submit, isPending, trouble } = sending;
  return (
    <form onSubmit={submit} noValidate>
      <PageHeader title={title} crumbs={[crumb]} description={description} />
      {children}
      <FormFoot
        label={label}
        isPending={isPending}
        trouble={trouble}
        cancel={cancel}
        reload={reload}
      />
    </form>
  );
}
