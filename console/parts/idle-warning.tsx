/** Warns a minute before a session ends because nobody uses the console, and offers to go on. */
import { Button, Group, Modal, Text } from "@mantine/core";
import { useCallback, useEffect, useRef, useState } from "react";
import { noteUse, onInput, secondsSinceUse } from "../idle.ts";
import { askSession, endSession, signOut, useSession } from "../session.tsx";

const WARN_SECONDS = 60;
const TICK_MS = 1_000;
/** How often the server is told that the person uses the page, if nothing else tells it. */
const TELL_EVERY_MS = 60_000;

export function IdleWarning() {
  const { secondsLeft, stay } = useSecondsLeft();
  return (
    <Modal
      opened={secondsLeft !== undefined}
      onClose={stay}
      title="Are you still there?"
      withCloseButton={false}
      zIndex={400}
    >
      <Text>
        You have not used the console for a while. You will be signed out in {secondsLeft ?? 0}{" "}
        seconds, and changes that you have not saved will be lost.
      </Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={signOut}>
          Sign out
        </Button>
        <Button onClick={stay} data-autofocus>
          Stay signed in
        </Button>
      </Group>
    </Modal>
  );
}

/** Counted from the last use, because this part of the page may be loaded long after it. */
function expectedEnd(idleMinutes: number): number {
  return Date.now() + (idleMinutes * 60 - secondsSinceUse()) * 1_000;
}

/** The seconds until the end of the session while there is a warning, or else undefined. */
function useSecondsLeft() {
  const { idleMinutes } = useSession();
  const warnsAt = Math.min(WARN_SECONDS, idleMinutes * 30);
  const [secondsLeft, setSecondsLeft] = useState<number>();
  const known = useRef({ endsAt: expectedEnd(idleMinutes), askedAt: 0, isAsking: false });
  const isWarned = secondsLeft !== undefined;
  const ask = useCallback(async () => {
    Object.assign(known.current, { askedAt: Date.now(), isAsking: true });
    // The session may have been used in another tab, so only the server knows when it ends.
    const found = await askSession().finally(() =>
      Object.assign(known.current, { isAsking: false }),
    );
    if (found === null) return;
    known.current.endsAt = Date.now() + found.secondsLeft * 1_000;
    setSecondsLeft(found.secondsLeft > warnsAt ? undefined : Math.ceil(found.secondsLeft));
  }, [warnsAt]);
  useEffect(() => {
    // During the warning only the button counts as use.
    if (isWarned) return;
    return onInput(() => {
      noteUse();
      if (Date.now() - known.current.askedAt >= TELL_EVERY_MS) ask().catch(() => {});
    });
  }, [isWarned, ask]);
  useEffect(() => {
    const timer = setInterval(() => {
      const left = Math.ceil((known.current.endsAt - Date.now()) / 1_000);
      if (left > warnsAt || known.current.isAsking) return;
      // A page that cannot reach the server must not show its data any longer, either.
      if (left <= 0) ask().catch(endSession);
      else if (isWarned) setSecondsLeft(left);
      else ask().catch(() => setSecondsLeft(left));
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [isWarned, ask, warnsAt]);
  const stay = () => {
    noteUse();
    ask().catch(() => {});
  };
  return { secondsLeft, stay };
}
