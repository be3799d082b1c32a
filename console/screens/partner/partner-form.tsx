/** A sub-partner, entered with its first location and person, or a partner changed. */
import { Checkbox, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate } from "@tanstack/react-router";
import type { PartnerView } from "../../../src/interfaces/console/partner/contract.ts";
import { api, useReading } from "../../api.ts";
import { ErrorPanel } from "../../parts/error-panel.tsx";
import { targetOf } from "../../parts/link.tsx";
import { PageHeader, Panel, ScreenSkeleton } from "../../parts/panel.tsx";
import { useSubmit } from "../../parts/submit.tsx";
import { useSession } from "../../session.tsx";
import { usePathParam, useUrlState } from "../../url-state.ts";
import {
  BLANK_LOCATION,
  BLANK_PERSON,
  FormFoot,
  LocationFields,
  orNull,
  PersonFields,
  WelcomeBox,
} from "./pieces/form-parts.tsx";
import { Lookup } from "./pieces/lookup.tsx";
import { useChoices } from "./pieces/words.tsx";

const BLANK = {
  name: "",
  reference: "",
  partnerId: "",
  billingId: "",
  verificationPhrase: "",
  clientCanOrderEquipment: false,
};

function toSend({ partnerId, billingId, verificationPhrase, ...rest }: typeof BLANK) {
  return {
    ...rest,
    partnerId: orNull(partnerId),
    billingId: orNull(billingId),
    verificationPhrase: orNull(verificationPhrase),
  };
}

function PartnerFields({ form }: { readonly form: ReturnType<typeof useForm<typeof BLANK>> }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <TextInput
        label="Name"
        required
        description="What it is called."
        {...form.getInputProps("name")}
      />
      <TextInput
        label="Reference"
        required
        description="Short and unique among all partners."
        {...form.getInputProps("reference")}
      />
      <TextInput
        label="Name at the parser"
        description="The reference, unless another is set."
        {...form.getInputProps("partnerId")}
      />
      <TextInput
        label="Billing number"
        description="Yours, if you keep one."
        {...form.getInputProps("billingId")}
      />
      <TextInput
        label="Verification phrase"
        description="Asked for when somebody calls in for them."
        {...form.getInputProps("verificationPhrase")}
      />
      <Checkbox
        mt={{ sm: 44 }}
        label="Clients may order equipment"
        {...form.getInputProps("clientCanOrderEquipment", { type: "checkbox" })}
      />
    </SimpleGrid>
  );
}

export function NewPartner() {
  const { person } = useSession();
  const [{ parent }] = useUrlState({ parent: person.home?.id ?? "" });
  const above = useReading<PartnerView>(`/estate/partners/${parent}`);
  const navigate = useNavigate();
  const choices = useChoices();
  const form = useForm({
    initialValues: {
      ...BLANK,
      parent: parent as string | null,
      location: { ...BLANK_LOCATION, locationType: "Partner Location" },
      contact: { ...BLANK_PERSON, userRole: "Partner User", sendWelcomeEmail: true },
    },
  });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: ({ parent: parentId, location, contact, ...partner }) =>
      api.post<{ id: string }>("/estate/partners", {
        ...toSend(partner),
        parent: { id: parentId },
        location,
        contact,
      }),
    said: "The sub-partner is entered.",
    refresh: ["/estate"],
    done: ({ id }) => {
      void navigate(targetOf(`/estate/partners/${id}`));
    },
  });
  return (
    <form onSubmit={submit} noValidate>
      <PageHeader
        title="Add a sub-partner"
        crumbs={[{ label: "Partners and clients", to: "/estate/tree" }]}
        description="With its first location and the person who signs in for it."
      />
      <Panel title="Partner">
        <Stack gap="sm">
          <Lookup
            kind="partners"
            label="Below"
            required
            value={form.values.parent}
            known={above.data ?? null}
            error={form.errors["parent"]}
            onChange={(id) => form.setFieldValue("parent", id)}
          />
          <PartnerFields form={form as never} />
        </Stack>
      </Panel>
      <Panel title="Location">
        <LocationFields form={form} at="location." />
      </Panel>
      <Panel title="First person">
        <PersonFields form={form} at="contact." roles={choices?.contactRoles ?? []} />
        <WelcomeBox form={form} at="contact." />
      </Panel>
      <FormFoot
        label="Add the sub-partner"
        isPending={isPending}
        trouble={trouble}
        cancel={() => window.history.back()}
      />
    </form>
  );
}

export function EditPartner() {
  const id = usePathParam("partnerId");
  const { data, error, refetch } = useReading<PartnerView>(`/estate/partners/${id}`);
  if (error !== null) return <ErrorPanel error={error} retry={refetch} />;
  if (data === undefined || data.id !== id) return <ScreenSkeleton />;
  return <Editing key={data.version} partner={data} reload={refetch} />;
}

function Editing({ partner, reload }: { readonly partner: PartnerView; reload(): unknown }) {
  const { id, version } = partner;
  const navigate = useNavigate();
  const back = () => void navigate(targetOf(`/estate/partners/${id}`));
  const form = useForm({
    initialValues: {
      name: partner.name,
      reference: partner.reference,
      partnerId: partner.parserName,
      billingId: partner.billingId ?? "",
      verificationPhrase: partner.verificationPhrase ?? "",
      clientCanOrderEquipment: partner.clientCanOrderEquipment,
    },
  });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: (values) => api.patch(`/estate/partners/${id}`, { ...toSend(values), version }),
    said: "Saved.",
    refresh: ["/estate"],
    done: back,
  });
  return (
    <form onSubmit={submit} noValidate>
      <PageHeader
        title={`Edit ${partner.name}`}
        crumbs={[{ label: partner.name, to: `/estate/partners/${id}` }]}
      />
      <Panel title="Partner">
        <PartnerFields form={form} />
      </Panel>
      <FormFoot
        label="Save"
        isPending={isPending}
        trouble={trouble}
        cancel={back}
        reload={reload}
      />
    </form>
  );
}
