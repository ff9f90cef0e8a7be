import type { AdbEndpoint } from "./single-connection.ts";
import { withConnection } from "./single-connection.ts";

/** Asks the adb server itself, for example `host:devices-l`, and returns the text it answers. */
export function hostService(
  endpoint: AdbEndpoint,
  service: string,
  deadlineMilliseconds = 5_000,
): Promise<string> {
  return withConnection(endpoint, { serial: null, service }, { deadlineMilliseconds }, async (client) => {
    const connection = await client.connection();
    const length = Buffer.byteLength(service).toString(16).padStart(4, "0");
    connection.write(Buffer.from(`${length}${service}`));
    const status = await connection.parser.readAscii(4);
    if (status === "FAIL") return connection.parser.readError();
    if (status !== "OKAY") throw new Error(`protocol fault: the adb server answered '${status}'`);
    const value: Buffer = await connection.parser.readValue();
    return value.toString("utf8");
  });
}

/** A line of `host:devices-l`. */
export interface ListedDevice {
  readonly serial: string;
  /** `device`, `offline`, `unauthorized`, `recovery`, … */
  readonly state: string;
  /** New with each attach: a phone that came back between two lists has another one. Null from old adb servers. */
  readonly transportId: string | null;
}

/** What the adb server has attached now, as listed: a serial may come twice (docs/faults.md A11). */
export async function listAttachedDevices(endpoint: AdbEndpoint): Promise<readonly ListedDevice[]> {
  const text = await hostService(endpoint, "host:devices-l");
  return text.split("\n").flatMap((line) => {
    // "serial   state extra"; a serial may hold spaces only in adb's own "(no serial number)".
    const match = /^(\S+|\(no serial number\))\s+(no permissions|\S+)/.exec(line);
    if (match?.[1] === undefined || match[2] === undefined) return [];
    return [
      { serial: match[1], state: match[2], transportId: /\btransport_id:(\d+)/.exec(line)?.[1] ?? null },
    ];
  });
}
