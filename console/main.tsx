/** The entry point: theme, data, notifications and router around the screens. */
import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "./look.css";
import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "./api.ts";
import { router } from "./routes.tsx";
import { colorSchemes, theme } from "./theme.ts";

/** Above dialogs (200) and below open lists and menus (300), so that every option can be chosen. */
const NOTIFICATIONS_Z_INDEX = 250;

const nonce = document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce ?? "";
// The scroll-lock library reads the CSP nonce from this global.
Object.assign(globalThis, { __webpack_nonce__: nonce });

const root = document.getElementById("root");
if (root === null) throw new Error("the page has no #root");
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemes}
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" limit={4} zIndex={NOTIFICATIONS_Z_INDEX} />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
