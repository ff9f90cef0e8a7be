import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useMemo } from "react";
import type { ConsoleConfig } from "#shared/contracts/farm/console-config.ts";
import { createConsoleClient } from "./api/console-client.ts";
import { ClientContext } from "./api/use-api.ts";
import { ConfigContext } from "./frame/use-config.ts";
import { SignInGate } from "./pages/sign-in/sign-in-gate.tsx";
import { ShortcutProvider } from "./parts/shortcuts/shortcuts.tsx";
import { createConsoleRouter } from "./router.tsx";
import type { SessionStore } from "./session/session-store.ts";
import { SessionContext } from "./session/use-session.ts";

interface AppProps {
  readonly store: SessionStore;
  readonly config: ConsoleConfig;
}

/** A question that failed for a passing reason is asked again once; what the API refused it would refuse again. */
const newQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 1_000,
        retry: (failures, error) => failures < 1 && error.name === "NoAnswer",
      },
    },
  });

export function App({ store, config }: AppProps) {
  const client = useMemo(() => createConsoleClient(store, config), [store, config]);
  const queries = useMemo(newQueryClient, []);
  const router = useMemo(createConsoleRouter, []);
  return (
    <ConfigContext value={config}>
      <SessionContext value={store}>
        <ClientContext value={client}>
          <QueryClientProvider client={queries}>
            <ShortcutProvider>
              <SignInGate>
                <RouterProvider router={router} />
              </SignInGate>
            </ShortcutProvider>
          </QueryClientProvider>
        </ClientContext>
      </SessionContext>
    </ConfigContext>
  );
}
