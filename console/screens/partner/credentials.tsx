/** What a partner proves itself with at the parser: key, public key, addresses. */
import type { CredentialsView } from "../../../src/interfaces/console/partner/contract.ts";
import { useReading } from "../../api.ts";
import { CopyValue } from "../../parts/copy.tsx";
import { Facts, PageHeader, Panel } from "../../parts/panel.tsx";
import { UnreadScreen } from "../../parts/unread-screen.tsx";
import { StateBadge } from "../../parts/values.tsx";
import { useSession } from "../../session.tsx";
import { usePathParam } from "../../url-state.ts";
import { AllowList } from "./allow-list.tsx";
import { PartnerKey, PublicKey } from "./partner-keys.tsx";

/** The reader's own partner's, unless the address names another. */
export function Credentials() {
  const { person } = useSession();
  const named = usePathParam("partnerId");
  const id = named === "" ? (person.home?.id ?? "") : named;
  const { data, error, refetch } = useReading<CredentialsView>(`/management/credentials/${id}`);
  if (data?.partner.id !== id) {
    return <UnreadScreen title="Parser credentials" error={error} retry={refetch} />;
  }
  return (
    <>
      <PageHeader
        title="Parser credentials"
        crumbs={[{ label: data.partner.name, to: `/management/partners/${id}` }]}
        description="How programs prove to the parser that they call for this partner."
      />
      <Panel title="As it is now">
        <Facts
          facts={[
            { name: "Name at the parser", value: <CopyValue value={data.parserName} /> },
            {
              name: "Partner key",
              value: data.hasKey ? (
                <StateBadge state="enabled" label="Set" />
              ) : (
                <StateBadge state="missing" tone="attention" label="None: calls are refused" />
              ),
            },
            {
              name: "Public key",
              value: data.publicKey ? `RSA, ${data.publicKey.bits} bits` : "None",
            },
          ]}
        />
      </Panel>
      <PartnerKey credentials={data} reload={refetch} />
      <PublicKey credentials={data} reload={refetch} />
      <AllowList key={data.allowList.join(" ")} credentials={data} reload={refetch} />
    </>
  );
}
