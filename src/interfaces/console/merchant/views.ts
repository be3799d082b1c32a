/** Views of the transaction list that the signed-in user saved. Nobody else sees them. */
import type { SavedView, ViewOwner } from "../../../core/transactions/list/saved-view-store.ts";
import {
  listOwnViews,
  removeOwnView,
  saveOwnView,
  VIEWS_MAX,
  type ViewNeeds,
} from "../../../core/transactions/list/saved-views.ts";
import { conflict } from "../errors.ts";
import { idInPath } from "../ids.ts";
import { merchantUser } from "../merchant-user.ts";
import type { Call, Routes } from "../routes.ts";

const NAME_MAX = 60;
const VALUE_MAX = 200;
/** The parameters of the page that a view keeps. Others are left out. */
const KEPT = [
  "q",
  "from",
  "to",
  "type",
  "status",
  "tender",
  "brand",
  "last4",
  "min",
  "max",
  "message",
  "account",
  "sort",
  "hide",
] as const;

export function addViews(routes: Routes, needs: ViewNeeds): void {
  routes.get("/merchant/views", "payments", (call) => listOwnViews(needs, viewOwner(call)));
  routes.post("/merchant/views", "payments", async (call) => {
    const id = await saveOwnView(needs, viewOwner(call), readView(call));
    if (id !== undefined) return { id };
    throw conflict(`You can save at most ${VIEWS_MAX} views. Delete one first.`);
  });
  routes.delete("/merchant/views/:id", "payments", async (call) => {
    const isRemoved = await removeOwnView(needs, viewOwner(call), idInPath(call, "id"));
    return isRemoved ? null : undefined;
  });
}

function viewOwner(call: Call): ViewOwner {
  const { account, user } = merchantUser(call);
  return { accountId: account.id, userId: user.id };
}

function readView({ body }: Call): Omit<SavedView, "id"> {
  const name = body.text("name", { max: NAME_MAX });
  const sent = body.object("settings");
  const settings = KEPT.flatMap((part) => {
    const value = sent[part];
    if (typeof value !== "string" || value === "") return [];
    if (value.length > VALUE_MAX) {
      body.error("settings", `Use at most ${VALUE_MAX} characters for ${part}.`);
    }
    return [[part, value] as const];
  });
  body.settle();
  return { name, settings: Object.fromEntries(settings) };
}
