import "./styles/tokens.css";
import "./styles/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { readConfig } from "./session/read-config.ts";
import { SessionStore, takeTokenFromAddress } from "./session/session-store.ts";
import { applyTheme } from "./styles/theme.ts";

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
  const store = new SessionStore(window.sessionStorage);
  // First of all: the token is not to stay in the address.
  takeTokenFromAddress(store);
  return <App store={store} config={await readConfig()} />;
}
