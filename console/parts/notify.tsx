/** Notifications at the edge of the page, for successes and errors. */
import { notifications } from "@mantine/notifications";
import { errorTexts } from "./error-panel.tsx";
import { Icon } from "./icons.tsx";

const closeButtonProps = { "aria-label": "Close" };

export function notifySuccess(message: string): void {
  const icon = <Icon name="check" size={16} />;
  notifications.show({ message, color: "tide", icon, closeButtonProps });
}

/** Errors stay until the user closes them. */
export function notifyError(error: unknown): void {
  const { title, message, requestId } = errorTexts(error);
  notifications.show({
    title,
    message: requestId === undefined ? message : `${message} (Request ID: ${requestId})`,
    color: "red",
    icon: <Icon name="attention" size={16} />,
    autoClose: false,
    closeButtonProps,
  });
}
