import "./styles/tokens.css";
import "./styles/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import type { ConsoleConfig } from "#shared/contracts/farm/console-config.ts";
import { App } from "./app.tsx";
import { SessionStore, takeTokenFromAddress } from "./session/session-store.ts";
import { applyTheme } from "./styles/theme.ts";

/** A farm that does not say is one to which a token is pasted. */
const plainFarm: ConsoleConfig = { schemaVersion: 1, place: "farm", signIn: null };

async function readConfig(): Promise<ConsoleConfig> {
  const response = await fetch("/console-config.json", { cache: "no-cache" }).catch(() => null);
  const answer: unknown = await response?.json().catch(() => null);
  return isConfig(answer) ? answer : plainFarm;
}

const isConfig = (value: unknown): value is ConsoleConfig =>
  typeof value === "object" && value !== null && "schemaVersion" in value && value.schemaVersion === 1;

applyTheme();
const root = document.getElementById("root");
if (root === null) throw new Error("The page has no #root.");
createRoot(root).render(<StrictMode>{await pageHere()}</StrictMode>);

/** The one page that nobody signs in to, or the console. */
async function pageHere() {
  if (window.location.pathname === "/live") {
    const { LivePage } = await import("./pages/live/live-page.tsx");
    return <LivePage />;
  }
  const store = new SessionStore(window.localStorage);
  // First of all: the token is not to stay in the address.
  takeTokenFromAddress(store);
  return <App store={store} config={await readConfig()} />;
}
