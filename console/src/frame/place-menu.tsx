import "./place-menu.css";
import { Link } from "@tanstack/react-router";
import { useEffect, useId, useRef, useState } from "react";
import { useShortcutHelp } from "../parts/shortcuts/shortcuts.tsx";
import { useSessionStore } from "../session/use-session.ts";
import { chooseTheme, currentTheme, followSystemTheme } from "../styles/theme.ts";
import { useConfig } from "./use-config.ts";

/** What holds for the whole farm (pages/farm). */
const farmViews = [
  { view: "pools", label: "Pools and quotas" },
  { view: "models", label: "Models and prices" },
  { view: "policy", label: "Policy" },
  { view: "secrets", label: "Secrets" },
] as const;

const FarmLinks = ({ onChosen }: { readonly onChosen: () => void }) => (
  <>
    <hr />
    {farmViews.map(({ view, label }) => (
      <Link key={view} to="/farm" search={{ view }} className="button bare" onClick={onChosen}>
        {label}
      </Link>
    ))}
    <Link to="/webhooks" className="button bare" onClick={onChosen}>
      Webhooks
    </Link>
    <hr />
    <a className="button bare" href="/openapi.json">
      API description
    </a>
  </>
);

/** Which farm this is, and what is said of the page itself: its colours, its keys, the end of the session. */
export function PlaceMenu() {
  const { place } = useConfig();
  const store = useSessionStore();
  const openHelp = useShortcutHelp();
  const [theme, setTheme] = useState(currentTheme);
  const menu = useId();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => followSystemTheme(() => setTheme(currentTheme())), []);
  const other = theme === "dark" ? "light" : "dark";
  const change = (): void => {
    chooseTheme(other);
    setTheme(other);
  };
  return (
    <>
      <button type="button" className="bare place" popoverTarget={menu}>
        {place} <span aria-hidden="true">▾</span>
        <span className="unseen">menu</span>
      </button>
      <div id={menu} ref={element} popover="auto" className="place-menu">
        <button type="button" className="bare" onClick={change}>
          {other === "dark" ? "Dark colours" : "Light colours"}
        </button>
        <button
          type="button"
          className="bare"
          popoverTarget={menu}
          popoverTargetAction="hide"
          onClick={openHelp}
        >
          Keyboard <kbd>?</kbd>
        </button>
        <FarmLinks onChosen={() => element.current?.hidePopover()} />
        <button type="button" className="bare" onClick={() => store.signOut()}>
          Sign out
        </button>
      </div>
    </>
  );
}
