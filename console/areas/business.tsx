/** Merchant screens other than payments: reports, settings, users and payment forms. */
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
          about: "Filter, preview and download your payments.",
        },
        {
          label: "Payment forms",
          icon: "form",
          to: "/forms",
          needs: "forms",
          about: "Hosted pages where your customers pay.",
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
          about: "Business name, time zone, receipts and account terms.",
        },
        {
          label: "Users",
          icon: "people",
          to: "/users",
          needs: "users",
          about: "Manage who can use the point of sale and this console.",
        },
        {
          label: "API keys",
          icon: "key",
          to: "/settings/keys",
          needs: "settings",
          about: "Create and revoke the API keys that your software uses.",
        },
        {
          label: "Webhooks",
          icon: "webhook",
          to: "/settings/webhook",
          needs: "settings",
          about: "Send payment events to your servers and see deliveries.",
        },
        {
          label: "ACH verification",
          icon: "shield",
          to: "/settings/verification",
          needs: "settings",
          about: "Choose which customer bank accounts are verified.",
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
      path: "/reports/sent/$reportId",
      needs: "reports",
      load: () => import("../screens/business/reports/sent-report.tsx").then((m) => m.SentReport),
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
      path: "/form-branding",
      needs: "forms",
      load: () => import("../screens/business/forms/branding.tsx").then((m) => m.Branding),
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
      path: "/users",
      needs: "users",
      load: () => import("../screens/business/users.tsx").then((m) => m.Users),
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
      path: "/settings/webhook/new",
      needs: "settings",
      load: () => import("../screens/business/webhook-endpoint.tsx").then((m) => m.NewEndpoint),
    },
    {
      path: "/settings/webhook/endpoints/$endpointNumber",
      needs: "settings",
      load: () => import("../screens/business/webhook-endpoint.tsx").then((m) => m.OwnEndpoint),
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
