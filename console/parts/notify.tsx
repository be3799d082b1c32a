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
  const text = requestId === undefined ? message : `${message} (Request ID: ${requestId})`;
  notifyProblem(text, title);
}

/** A problem that the server reported in a successful response. */
export function notifyProblem(message: string, title?: string): void {
  const icon = <Icon name="attention" size={16} />;
  notifications.show({ title, message, color: "red", icon, autoClose: false, closeButtonProps });
}
