/** Which emails a person gets, on their own settings page. */
import {
  changeNotification,
  listOwnNotifications,
} from "../../../core/notifications/own-notifications.ts";
import type { Sessions } from "../../../core/sessions/sessions.ts";
import type { NotificationList } from "../contract.ts";
import type { Routes } from "../routes.ts";

export function addOwnNotifications(routes: Routes, sessions: Sessions): void {
  routes.get("/notifications", "signed_in", async ({ person }): Promise<NotificationList> => {
    const { email, items } = await listOwnNotifications(sessions, person);
    const rows = items.map(({ name: kind, label, description, isOn }) => ({
      kind,
      label,
      description,
      isOn,
    }));
    return { ...(email !== undefined && { email }), items: rows };
  });
  routes.patch("/notifications/:kind", "signed_in", async (call) => {
    const isOn = call.body.flag("isOn");
    call.body.settle();
    const { person, from } = call;
    const change = { name: call.param("kind"), isOn, from };
    return (await changeNotification(sessions, person, change)) ? null : undefined;
  });
}
