/** Shows content once its data is loaded. Until then, a skeleton or the error. */
import type { ReactNode } from "react";
import { ErrorPanel } from "./error-panel.tsx";
import { ScreenSkeleton } from "./panel.tsx";

interface WhenLoadedProps<Answer> {
  /** The part of `useReading`'s result that it needs. */
  readonly reading: {
    readonly data: Answer | undefined;
    readonly error: Error | null;
    refetch(): unknown;
  };
  children(answer: Answer): ReactNode;
}

export function WhenLoaded<Answer>({ reading, children }: WhenLoadedProps<Answer>) {
  const { data, error, refetch } = reading;
  if (data !== undefined) return children(data);
  return error === null ? <ScreenSkeleton /> : <ErrorPanel error={error} retry={refetch} />;
}
