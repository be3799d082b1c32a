/** What a person's own sign-in is: who, for whom, and how long it lasts. */
import { ButtonLink } from "../parts/link.tsx";
import { Facts, PageHeader, Panel } from "../parts/panel.tsx";
import { useSession } from "../session.tsx";

export function MySignIn() {
  const { person, timeZone, idleMinutes, hasAuthenticator } = useSession();
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <>
      <PageHeader
        title="Your sign-in"
        description="How the console knows you."
        actions={
          <ButtonLink to="/security" variant="default">
            Password and authenticator
          </ButtonLink>
        }
      />
      <Panel title="Person">
        <Facts
          facts={[
            { name: "Name", value: person.name },
            { name: "Role", value: person.role },
            ...(person.home === undefined
              ? []
              : [{ name: "Works for", value: `${person.home.name} (${person.home.id})` }]),
            { name: "Times are shown in", value: timeZone ?? `${own}, as your browser has it` },
            { name: "Signed out after", value: `${idleMinutes} minutes without a request` },
            {
              name: "Authenticator",
              value: hasAuthenticator ? "Set up: signing in asks for a code" : "Not set up",
            },
          ]}
        />
      </Panel>
    </>
  );
}
