/** Adds a sub-partner with its first location and user, or edits a partner. */
import { Checkbox, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { PartnerView } from "../../../src/interfaces/console/partner/contract.ts";
import { useReading } from "../../api.ts";
import { Panel } from "../../parts/panel.tsx";
import { useSession } from "../../session.tsx";
import { usePathParam, useUrlState } from "../../url-state.ts";
import { DetailScreen } from "./pieces/detail-screen.tsx";
import { orNull } from "./pieces/form-parts.tsx";
import { Lookup } from "./pieces/lookup.tsx";
import {
  blankFirsts,
  FirstLocationAndUser,
  OwnerForm,
  useAddForm,
  useEditForm,
} from "./pieces/owner-forms.tsx";
import { useChoices } from "./pieces/texts.tsx";

const PATH = "/management/partners";

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
        description="The company name."
        {...form.getInputProps("name")}
      />
      <TextInput
        label="Reference"
        required
        description="A short name, unique among all partners."
        {...form.getInputProps("reference")}
      />
      <TextInput
        label="Parser name"
        description="Defaults to the reference."
        {...form.getInputProps("partnerId")}
      />
      <TextInput
        label="Billing number"
        description="Your own number for this partner, if any."
        {...form.getInputProps("billingId")}
      />
      <TextInput
        label="Verification phrase"
        description="We ask for this phrase when someone calls support."
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
  const above = useReading<PartnerView>(`${PATH}/${parent}`);
  const choices = useChoices();
  const form = useForm({
    initialValues: {
      ...BLANK,
      parent: parent as string | null,
      ...blankFirsts("Partner Location", "Partner User"),
    },
  });
  const sending = useAddForm({
    form,
    path: PATH,
    successMessage: "Sub-partner added.",
    bodyOf: ({ parent: parentId, location, contact, ...partner }) => ({
      ...toSend(partner),
      parent: { id: parentId },
      location,
      contact,
    }),
  });
  return (
    <OwnerForm
      title="Add sub-partner"
      crumb={{ label: "Partners and clients", to: "/management/tree" }}
      description="Add a sub-partner with its first location and user."
      sending={sending}
      label="Add sub-partner"
      cancel={() => window.history.back()}
    >
      <Panel title="Partner">
        <Stack gap="sm">
          <Lookup
            kind="partners"
            label="Parent partner"
            required
            value={form.values.parent}
            known={above.data ?? null}
            error={form.errors["parent"]}
            onChange={(id) => form.setFieldValue("parent", id)}
          />
          <PartnerFields form={form as never} />
        </Stack>
      </Panel>
      <FirstLocationAndUser form={form} person="First user" roles={choices?.contactRoles ?? []} />
    </OwnerForm>
  );
}

export function EditPartner() {
  const id = usePathParam("partnerId");
  return (
    <DetailScreen<PartnerView> path={PATH} id={id} noun="Partner">
      {(partner, reload) => <Editing key={partner.version} partner={partner} reload={reload} />}
    </DetailScreen>
  );
}

function Editing({ partner, reload }: { readonly partner: PartnerView; reload(): unknown }) {
  const { name, reference, version, clientCanOrderEquipment } = partner;
  const path = `${PATH}/${partner.id}`;
  const form = useForm({
    initialValues: {
      name,
      reference,
      partnerId: partner.parserName,
      billingId: partner.billingId ?? "",
      verificationPhrase: partner.verificationPhrase ?? "",
      clientCanOrderEquipment,
    },
  });
  const { back, ...sending } = useEditForm({ form, path, version, bodyOf: toSend });
  return (
    <OwnerForm
      title={`Edit ${name}`}
      crumb={{ label: name, to: path }}
      sending={sending}
      label="Save"
      cancel={back}
      reload={reload}
    >
      <Panel title="Partner">
        <PartnerFields form={form} />
      </Panel>
    </OwnerForm>
  );
}
