import { execFile } from "node:child_process";

/** Whether there is a screen here to open something on. */
export const hasBrowser = (): boolean => openerHere() !== null;

const openerHere = (): string | null => openerOf(process.platform, process.env);

/** Opens a file or an address as its user would. Every user of the machine can read what is handed over here. */
export async function handToBrowser(target: string): Promise<boolean> {
  const opener = openerHere();
  if (opener === null) return false;
  return new Promise((resolve) => {
    execFile(opener, [target], (error) => resolve(error === null));
  });
}

/** What opens a file as its user would; null: there is no screen to open it on. */
export function openerOf(
  platform: NodeJS.Platform,
  { DISPLAY, WAYLAND_DISPLAY }: Readonly<Record<string, string | undefined>>,
): string | null {
  if (platform === "darwin") return "open";
  return DISPLAY || WAYLAND_DISPLAY ? "xdg-open" : null;
}
