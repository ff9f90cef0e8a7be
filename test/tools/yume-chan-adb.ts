export { type Adb, AdbServerClient } from "@yume-chan/adb";
export { AdbServerNodeTcpConnector } from "@yume-chan/adb-server-node-tcp";
