import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import { ShortcutHelp } from "./shortcut-help.tsx";
import { openRegistry, type Shortcut, type ShortcutRegistry } from "./shortcut-registry.ts";

const RegistryContext = createContext<ShortcutRegistry | null>(null);
const HelpContext = createContext<() => void>(() => undefined);

/** Listens to the keys of the whole page, and shows what they do on `?`. */
export function ShortcutProvider({ children }: { readonly children: ReactNode }) {
  const registry = useMemo(openRegistry, []);
  const [helping, setHelping] = useState(false);
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => registry.press(event);
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, [registry]);
  useEffect(
    () => registry.add({ key: "?", label: "Show this help", action: () => setHelping(true) }),
    [registry],
  );
  const openHelp = useMemo(() => () => setHelping(true), []);
  return (
    <RegistryContext value={registry}>
      <HelpContext value={openHelp}>
        {children}
        {helping && <ShortcutHelp registry={registry} onClose={() => setHelping(false)} />}
      </HelpContext>
    </RegistryContext>
  );
}

/** Opens the list of shortcuts, for a control that does so. */
export const useShortcutHelp = (): (() => void) => useContext(HelpContext);

/**
 * Gives a key a meaning while the component is there. `key` is a KeyboardEvent's (`j`, `ArrowLeft`, `/`), `label` says in the
 * help what it does. What it does must be within reach of a control too.
 */
export function useShortcut(key: string, label: string, action: () => void): void {
  const registry = useContext(RegistryContext);
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });
  useEffect(() => {
    const shortcut: Shortcut = { key, label, action: () => latest.current() };
    return registry?.add(shortcut);
  }, [registry, key, label]);
}
