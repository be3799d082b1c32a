/** A guide from docs/, at the section that explains a page of the console. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { HOME_HELP } from "../../help-pages.ts";
import { ErrorPanel } from "../../parts/error-panel.tsx";
import { PageHeader, Panel, ScreenSkeleton } from "../../parts/panel.tsx";
import { useSession } from "../../session.tsx";
import { useUrlState } from "../../url-state.ts";
import { Markdown } from "./markdown.tsx";

const GUIDES = "/docs/guides/";
const FILE = /^[a-z0-9/-]+\.md$/i;

export function Help() {
  const { person } = useSession();
  const [{ page, section }] = useUrlState({ page: "", section: "" });
  const file = FILE.test(page) ? page : HOME_HELP[person.kind];
  const { data, error, refetch } = useQuery({
    queryKey: [GUIDES, file],
    queryFn: () => readGuide(file),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (data !== undefined && section !== "")
      place.current?.querySelector(`#${CSS.escape(section)}`)?.scrollIntoView();
  }, [data, section]);
  return (
    <>
      <PageHeader title="Help" description="The guide for this part of the console." />
      {error !== null && <ErrorPanel error={error} retry={refetch} />}
      {error === null && data === undefined && <ScreenSkeleton />}
      {data !== undefined && (
        <Panel>
          <div ref={place} className="sd-guide">
            <Markdown text={demoteTitle(data)} file={file} />
          </div>
        </Panel>
      )}
    </>
  );
}

async function readGuide(file: string): Promise<string> {
  const answer = await fetch(`${GUIDES}${file}`);
  if (!answer.ok) throw new Error("This guide could not be loaded. Try again in a moment.");
  return answer.text();
}

/** The page has a title of its own, and each page has one. */
function demoteTitle(text: string): string {
  return text.replace(/^# /, "## ");
}
