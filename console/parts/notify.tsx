/** Short messages at the edge of the page, for what was done or did not work. */
import { notifications } from "@mantine/notifications";
import { wordsOf } from "./error-panel.tsx";
import { Icon } from "./icons.tsx";

const closeButtonProps = { "aria-label": "Close" };

export function say(message: string): void {
  const icon = <Icon name="check" size={16} />;
  notifications.show({ message, color: "tide", icon, closeButtonProps });
}

/** Stays until it is closed: it may have to be read twice. */
export function sayTrouble(error: unknown): void {
  const { title, message, requestId } = wordsOf(error);
  notifications.show({
    title,
    message: requestId === undefined ? message : `${message} (Request ${requestId})`,
    color: "red",
    icon: <Icon name="attention" size={16} />,
    autoClose: false,
    closeButtonProps,
  });
}
