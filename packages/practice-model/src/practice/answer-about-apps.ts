/** What the apps of the virtual phones are for. */
const known: Readonly<Record<string, string>> = {
  "com.android.settings": "change the device's settings",
  "com.android.deskclock": "set alarms and timers, measure time",
  "com.android.contacts": "keep people's names, phone numbers and addresses",
  "org.chromium.webview_shell": "open web pages",
  "com.example.wordgame": "play a game of words",
};

/**
 * The answer to Drover's question what one can do with apps: a line for each, `-` for one that it does not know.
 * Undefined when the text is not that question.
 */
export function answerAboutApps(text: string): string | undefined {
  const listed = /^<apps>\n--- \w+ begin ---\n([\s\S]*)\n--- \w+ end ---\n<\/apps>\s*$/.exec(text)?.[1];
  return listed
    ?.split("\n")
    .flatMap((line) => {
      const [, number, name = ""] = /^(\d+): .* \(([\w.]+)\)$/.exec(line) ?? [];
      return number === undefined ? [] : [`${number}: ${known[name] ?? "-"}`];
    })
    .join("\n");
}
