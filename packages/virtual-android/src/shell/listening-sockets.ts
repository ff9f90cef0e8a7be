interface ListeningSocket {
  /** A port of the loopback, or a Unix socket as `/proc/net/unix` writes its name. */
  readonly at:
    | { readonly kind: "tcp"; readonly port: number }
    | { readonly kind: "unix"; readonly path: string };
  readonly inode: number;
}

const firstInode = 20_001;

/** Where adbd listens, from the names that `adb reverse` gave: `tcp:7000`, `localabstract:name`. */
export function listeningSockets(names: readonly string[]): readonly ListeningSocket[] {
  return names.map((name, index) => {
    const inode = firstInode + index;
    const [, kind = "", rest = ""] = /^(\w+):(.*)$/s.exec(name) ?? [];
    if (kind === "tcp") return { at: { kind: "tcp", port: Number(rest) }, inode };
    const before = kind === "localabstract" ? "@" : kind === "localreserved" ? "/dev/socket/" : "";
    return { at: { kind: "unix", path: before + rest }, inode };
  });
}

/** The kernel fills each line of these tables up to this many characters. */
const tcpWidth = 149;
const tcp4 =
  "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode";
const tcp6 =
  "  sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode";
const unix = "Num       RefCount Protocol Flags    Type St Inode Path";

/** `/proc/net/tcp`, `tcp6` and `unix`, by their names there. */
export function socketTables(names: readonly string[]): ReadonlyMap<string, string> {
  const tables = { tcp: [tcp4.padEnd(tcpWidth)], tcp6: [tcp6], unix: [unix] };
  for (const { at, inode } of listeningSockets(names)) {
    if (at.kind === "unix")
      tables.unix.push(
        `0000000000000000: 00000002 00000000 00010000 0001 01 ${String(inode).padStart(5)} ${at.path}`,
      );
    else {
      const number = String(tables.tcp.length - 1).padStart(4);
      const port = at.port.toString(16).toUpperCase().padStart(4, "0");
      const row = `${number}: 0100007F:${port} 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 ${inode} 1 0000000000000000 100 0 0 10 0`;
      tables.tcp.push(row.padEnd(tcpWidth));
    }
  }
  return new Map(Object.entries(tables).map(([name, lines]) => [name, `${lines.join("\n")}\n`]));
}
