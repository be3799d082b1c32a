/** A merchant's business beyond its payments: reports, settings, people, payment forms. */
import type { Area } from "../area.ts";

export const business: Area = {
  groups: [
    {
      title: "Business",
      entries: [
        {
          label: "Reports",
          icon: "report",
          to: "/reports",
          needs: "reports",
          about: "Payments by day, state, amount or name: look, then download.",
        },
        {
          label: "Payment forms",
          icon: "form",
          to: "/forms",
          needs: "forms",
          about: "Pages of ours on which your customers pay.",
        },
      ],
    },
    {
      title: "Settings",
      entries: [
        {
          label: "Account",
          icon: "account",
          to: "/settings/account",
          needs: "settings",
          about: "Name, time zone, receipts, and what was agreed.",
        },
        {
          label: "People",
          icon: "people",
          to: "/people",
          needs: "users",
          about: "Who may use the point of sale and this console, and as what.",
        },
        {
          label: "API keys",
          icon: "key",
          to: "/settings/keys",
          needs: "settings",
          about: "Renew or revoke the keys that your programs sign in with.",
        },
        {
          label: "Webhooks",
          icon: "webhook",
          to: "/settings/webhook",
          needs: "settings",
          about: "Where your programs hear of payments, and what was delivered.",
        },
        {
          label: "ACH verification",
          icon: "shield",
          to: "/settings/verification",
          needs: "settings",
          about: "How strictly customers' bank accounts are verified.",
        },
      ],
    },
  ],
  screens: [
    {
      path: "/reports",
      needs: "reports",
      load: () => import("../screens/business/reports/reports.tsx").then((m) => m.Reports),
    },
    {
      path: "/forms",
      needs: "forms",
      load: () => import("../screens/business/forms/forms.tsx").then((m) => m.Forms),
    },
    {
      path: "/new-form",
      needs: "forms",
      load: () => import("../screens/business/forms/form-editor.tsx").then((m) => m.NewForm),
    },
    {
      path: "/forms/$formName",
      needs: "forms",
      load: () => import("../screens/business/forms/form-editor.tsx").then((m) => m.EditForm),
    },
    {
      path: "/settings/account",
      needs: "settings",
      load: () => import("../screens/business/account.tsx").then((m) => m.AccountSettings),
    },
    {
      path: "/people",
      needs: "users",
      load: () => import("../screens/business/people.tsx").then((m) => m.People),
    },
    {
      path: "/settings/keys",
      needs: "settings",
      load: () => import("../screens/business/keys.tsx").then((m) => m.Keys),
    },
    {
      path: "/settings/webhook",
      needs: "settings",
      load: () => import("../screens/business/webhook.tsx").then((m) => m.WebhookSettings),
    },
    {
      path: "/settings/webhook/deliveries/$deliveryId",
      needs: "settings",
      load: () => import("../screens/business/delivery.tsx").then((m) => m.DeliveryDetail),
    },
    {
      path: "/settings/verification",
      needs: "settings",
      load: () => import("../screens/business/verification.tsx").then((m) => m.VerificationScreen),
    },
  ],
};
