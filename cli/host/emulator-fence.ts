import path from "node:path";
import type { HostSetup } from "./host-setup.ts";

/** Who runs emulators where services are the system's (docs/decisions/0215-emulators-have-a-user-of-their-own.md). */
export const emulatorUser = "drover-emulator";
export const emulatorHome = `/var/lib/${emulatorUser}`;
export const fenceService = "drover-fence.service";

/** An app in an emulator reaches what its process reaches; services of a user's own have no other user to run it as. */
export const isFenced = ({ emulators, ephemeral }: HostSetup, user: string | null): boolean =>
  user !== null && emulators + ephemeral > 0;

/**
 * Loaded as a whole or not at all, any number of times. An emulator answers at its console's and adb's ports and asks systemd's resolver;
 * everything else on this machine's own addresses is closed to it, and so are link-local ones, where clouds keep a machine's role.
 */
export const fenceRules = (user: string): string => `table inet drover
delete table inet drover
table inet drover {
  chain emulators {
    type filter hook output priority filter; policy accept;
    meta skuid != "${user}" accept
    ct state established,related accept
    ip daddr 127.0.0.53 meta l4proto { tcp, udp } th dport 53 accept
    oif "lo" meta l4proto tcp reject with tcp reset
    oif "lo" reject
    ip daddr 169.254.0.0/16 reject
    ip6 daddr { fe80::/10, fd00:ec2::/32 } reject
  }
}
`;

/** The machine's own rules, loaded again, begin with none. */
const fenceUnit = (rules: string, target: string): string => `[Unit]
Description=What emulators of Drover's device host may reach
PartOf=${target} nftables.service
ReloadPropagatedFrom=nftables.service
After=nftables.service

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/usr/bin/env nft -f ${rules}
ExecReload=/usr/bin/env nft -f ${rules}
ExecStop=-/usr/bin/env nft delete table inet drover
`;

/** The host makes emulators for jobs by starting their units, and may do nothing else. polkit reads ES5. */
const startRule = (user: string): string => `polkit.addRule(function (action, subject) {
  if (action.id == "org.freedesktop.systemd1.manage-units" && subject.user == "${user}" &&
      /^drover-emulator@[0-9]+\\.service$/.test(action.lookup("unit")) && /^(start|stop)$/.test(action.lookup("verb")))
    return polkit.Result.YES;
});
`;

/** By their paths: what keeps emulators of the system's services to themselves. */
export function emulatorFence(
  { ephemeral }: HostSetup,
  {
    unitDir,
    configDir,
    user,
  }: { readonly unitDir: string; readonly configDir: string; readonly user: string },
  target: string,
): Readonly<Record<string, string>> {
  const rules = path.join(configDir, "emulators.nft");
  return {
    [rules]: fenceRules(emulatorUser),
    [path.join(unitDir, fenceService)]: fenceUnit(rules, target),
    ...(ephemeral === 0 ? {} : { "/etc/polkit-1/rules.d/50-drover.rules": startRule(user) }),
  };
}
