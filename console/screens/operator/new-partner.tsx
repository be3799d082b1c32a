/** Creates a top-level partner with its office and first user, who receives an email. */
import { Button, Group, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import type { CreatedPartner } from "../../../src/interfaces/console/operator/contract.ts";
import { api } from "../../api.ts";
import { Secret } from "../../parts/copy.tsx";
import { ButtonLink } from "../../parts/link.tsx";
import { PageHeader, Panel } from "../../parts/panel.tsx";
import { FormError, useSubmit } from "../../parts/submit.tsx";

const CRUMBS = [{ label: "Partners", to: "/all-partners" }];
const EMPTY = {
  name: "",
  reference: "",
  country: "US",
  address: "",
  city: "",
  userName: "",
  firstName: "",
  lastName: "",
  email: "",
  phone: "",
};

export function NewPartner() {
  const [created, setCreated] = useState<CreatedPartner>();
  const [isTaken, setTaken] = useState(false);
  return (
    <>
      <PageHeader
        title={created === undefined ? "Create partner" : "Partner created"}
        description={
          created === undefined
            ? "A top-level partner, which has no parent partner."
            : "Its first user received an email with a link to choose a password. Its software needs this key to call the parser."
        }
        crumbs={CRUMBS}
      />
      {created === undefined ? (
        <PartnerForm done={setCreated} />
      ) : (
        <Stack gap="lg" align="flex-start">
          {!isTaken && (
            <Secret name="Partner key" value={created.partnerKey} done={() => setTaken(true)} />
          )}
          <ButtonLink to={`/all-partners/${created.id}`} variant={isTaken ? "filled" : "default"}>
            View partner
          </ButtonLink>
        </Stack>
      )}
    </>
  );
}

function PartnerForm({ done }: { done(created: CreatedPartner): void }) {
  const form = useForm({ initialValues: EMPTY });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: (values) => api.post<CreatedPartner>("/operator/partners", values),
    refresh: ["/operator/partners"],
    done,
  });
  const field = (name: keyof typeof EMPTY) => ({ required: true, ...form.getInputProps(name) });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg" maw="46rem">
        <Panel title="Partner">
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput label="Name" description="The company name." {...field("name")} />
            <TextInput
              label="Reference"
              description="A short unique name, also used by the parser."
              {...field("reference")}
            />
          </SimpleGrid>
        </Panel>
        <Panel title="Office">
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput label="Address" {...field("address")} />
            <TextInput label="City" {...field("city")} />
            <TextInput
              label="Country"
              description="Two-letter code."
              maxLength={2}
              {...field("country")}
            />
          </SimpleGrid>
        </Panel>
        <Panel
          title="First user"
          description="They receive an email with a link to choose a password. The link is valid for 3 days."
        >
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput label="First name" {...field("firstName")} />
            <TextInput label="Last name" {...field("lastName")} />
            <TextInput type="email" label="Email" {...field("email")} />
            <TextInput type="tel" label="Phone" {...field("phone")} />
            <TextInput label="User name" autoComplete="off" {...field("userName")} />
          </SimpleGrid>
        </Panel>
        <FormError trouble={trouble} />
        <Group>
          <Button type="submit" loading={isPending}>
            Create partner
          </Button>
          <ButtonLink to="/all-partners" variant="default">
            Cancel
          </ButtonLink>
        </Group>
      </Stack>
    </form>
  );
}
