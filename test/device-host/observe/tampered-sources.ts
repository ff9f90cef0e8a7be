import type { ScreenSources, TreeSource } from "#device-host/observe/screen-source.ts";

/** The same sources on a screen that shows something else at the moment when its tree is made. */
export function tamperedSources(sources: ScreenSources, change: (xml: string) => string): ScreenSources {
  const tree: TreeSource = Object.assign(Object.create(sources.tree), {
    dump: async (...asked: Parameters<TreeSource["dump"]>) => {
      const dumped = await sources.tree.dump(...asked);
      return { ...dumped, xml: dumped.xml === null ? null : change(dumped.xml) };
    },
  });
  return { ...sources, tree };
}

/** Its first text is the number of its picture. */
export const showingFrame =
  (frame: () => number) =>
  (xml: string): string =>
    xml.replace(/ text="[^"]*"/, ` text="Frame ${frame()}"`);
