import "./frame.css";
import { Outlet, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { StatusLine } from "./status-line.tsx";
import { TopBar } from "./top-bar.tsx";

/** Longer ones are cut by every browser. */
const mostTitle = 80;

/** The page's heading names its tab and its place in the history, also when it comes later than the page. */
function nameTab(page: HTMLElement): void {
  const heading = page.querySelector("h1")?.textContent?.replace(/\s+/g, " ").trim() ?? "";
  const title = heading === "" ? "Drover" : `${heading.slice(0, mostTitle)} · Drover`;
  if (document.title !== title) document.title = title;
}

/** One top bar, one status line, the page between them. */
export function Frame() {
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const before = useRef(path);
  // Who hears the page is taken to it when it changes, as a whole page would have done.
  useEffect(() => {
    if (before.current !== path) main.current?.focus();
    before.current = path;
  }, [path]);
  useEffect(() => {
    const { current: page } = main;
    if (page === null) return;
    const observer = new MutationObserver(() => nameTab(page));
    observer.observe(page, { childList: true, subtree: true, characterData: true });
    nameTab(page);
    return () => observer.disconnect();
  }, []);
  return (
    <div className="frame">
      <a className="skip" href="#page">
        Skip to the page
      </a>
      <TopBar />
      <main id="page" ref={main} tabIndex={-1}>
        <Outlet />
      </main>
      <StatusLine />
    </div>
  );
}
