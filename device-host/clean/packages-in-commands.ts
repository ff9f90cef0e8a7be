/** Who keeps what such an address of a content provider stands for, where it is not called like its app. */
const keepers: Readonly<Record<string, string>> = {
  "com.android.contacts": "com.android.providers.contacts",
  contacts: "com.android.providers.contacts",
  call_log: "com.android.providers.contacts",
  sms: "com.android.providers.telephony",
  mms: "com.android.providers.telephony",
  "com.android.calendar": "com.android.providers.calendar",
};

const authority = /content:\/\/([A-Za-z][\w.]*)/g;
const packageName = /(?<![\w.])[a-z]\w*(?:\.[a-z]\w*){2,}/gi;

/** The packages whose data such lines may change, by what they name: cleaning one too many costs nothing. */
export function packagesIn(commands: readonly string[]): readonly string[] {
  const found = commands.flatMap((command) => [
    ...[...command.matchAll(authority)].flatMap(([, name = ""]) => keepers[name] ?? []),
    ...(command.match(packageName) ?? []),
  ]);
  return [...new Set(found)];
}
