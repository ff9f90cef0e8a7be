import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeRequest, type PortRules } from "#device-host/adb-port/judge-request.ts";
import { anyCharacter } from "../../any-character.ts";

const rules = { serial: "emulator-5554", root: false, reboot: false, transportId: 1 };
const kindOf = (request: string, transported = false, changed: Partial<PortRules> = {}) =>
  judgeRequest(request, transported, { ...rules, ...changed }).kind;

describe("what the adb port does with a request", () => {
  it.each([
    ["host:version", { kind: "passed", request: "host:version" }],
    ["host:features", { kind: "passed", request: "host-serial:emulator-5554:features" }],
    ["host:get-state", { kind: "passed", request: "host-serial:emulator-5554:get-state" }],
    ["host-usb:get-serialno", { kind: "passed", request: "host-serial:emulator-5554:get-serialno" }],
    ["host-transport-id:1:get-state", { kind: "passed", request: "host-serial:emulator-5554:get-state" }],
    [
      "host-serial:emulator-5554:wait-for-any-device",
      { kind: "passed", request: "host-serial:emulator-5554:wait-for-any-device" },
    ],
    ["host:devices-l", { kind: "listed", long: true }],
    ["host:track-devices", { kind: "tracked", long: false }],
    ["host:transport-any", { kind: "transported", answersId: false }],
    ["host:transport:emulator-5554", { kind: "transported", answersId: false }],
    ["host:tport:any", { kind: "transported", answersId: true }],
    ["host:tport:serial:emulator-5554", { kind: "transported", answersId: true }],
  ])("answers %s for the one device", (request, ruling) => {
    expect(judgeRequest(request, false, rules)).toEqual(ruling);
  });

  it.each([
    "host:kill",
    "host:transport:emulator-5556",
    "host:transport-id:2",
    "host:tport:serial:emulator-5556",
    "host-serial:emulator-5556:get-state",
    "host-serial:emulator-55540:get-state",
    "host-transport-id:2:features",
    "host:connect:10.0.0.1:5555",
    "host:disconnect:",
    "host:reconnect",
    "host:reconnect-offline",
    "host:emulator:5554",
    "host:forward:tcp:80;tcp:1",
    "host:forward:tcp:70000;tcp:1",
    "host:forward:localfilesystem:/etc/cron.d/x;tcp:1",
    "host:forward:tcp:6000;reverse:forward:tcp:1;tcp:2",
    "shell:id",
    "",
    "host",
    "host:",
  ])("refuses %s", (request) => {
    expect(kindOf(request)).toBe("refused");
  });

  it("opens what reaches no further than the device, once it is chosen", () => {
    for (const service of ["shell:id", "shell,v2,raw:id", "exec:screencap -p", "sync:", "tcp:7912", "jdwp:1"])
      expect(kindOf(service, true)).toBe("opened");
    for (const service of ["tcpip:5555", "usb:", "reconnect", "nonsense:", "", "SHELL:id"])
      expect(kindOf(service, true)).toBe("refused");
  });

  it("opens root and reboot as the policy says", () => {
    for (const service of ["root:", "unroot:", "remount:"]) {
      expect(kindOf(service, true)).toBe("refused");
      expect(kindOf(service, true, { root: true })).toBe("opened");
    }
    expect(kindOf("reboot:", true, { root: true })).toBe("refused");
    expect(kindOf("reboot:bootloader", true, { reboot: true })).toBe("opened");
  });

  it("never lets the device listen for its host, whose loopback it would reach", () => {
    for (const service of ["reverse:forward:tcp:5037;tcp:5037", "reverse:list-forward", "reverse:"])
      expect(kindOf(service, true, { root: true, reboot: true })).toBe("refused");
  });

  it("never hands on a request that names another device, whatever it looks like", () => {
    const part = fc.constantFrom(
      ...["host", "host-serial", "host-transport-id", "host-usb", ":", ";", "emulator-5554", "emulator-5556"],
      ...[
        "transport",
        "tport",
        "serial",
        "any",
        "kill",
        "forward",
        "devices",
        "get-state",
        "tcp",
        "1",
        "2",
        " ",
      ],
    );
    const request = fc.oneof(
      fc.array(part, { maxLength: 12 }).map((parts) => parts.join("")),
      fc.string(),
    );
    fc.assert(
      fc.property(request, (text) => {
        const ruling = judgeRequest(text, false, rules);
        if (ruling.kind !== "passed") return;
        expect(ruling.request).toMatch(
          /^(host:(version|host-features)|host-serial:emulator-5554:(features|get-[a-z]+|wait-for-[a-z-]+))$/,
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it("takes a request of any bytes without failing", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.boolean(), (text, transported) => {
        expect(judgeRequest(text, transported, rules)).toHaveProperty("kind");
      }),
    );
  });
});
