import type { PhoneCall, Telephony } from "../system/telephony/telephony.ts";
import type { PartCommand } from "./part-command.ts";

/** `gsm …` and `sms …` with the words and refusals of the emulator's console. */
export const modemCommands: readonly PartCommand<Telephony>[] = [
  { words: "gsm list", help: "list current phone calls", run: ({ calls }) => calls.map(listed) },
  {
    words: "gsm call",
    help: "create inbound phone call",
    run: (telephony, argument) => {
      telephony.receiveCall({ from: numberOf(argument, "gsm call") });
      return [];
    },
  },
  {
    words: "gsm accept",
    help: "change the state of an outbound call to 'active'",
    run: (telephony, argument) => {
      telephony.remoteAnswers(callOf(telephony, argument, "gsm accept").number);
      return [];
    },
  },
  {
    words: "gsm busy",
    help: "close waiting outbound call as busy",
    run: (telephony, argument) => {
      const call = callOf(telephony, argument, "gsm busy");
      if (call.direction !== "outgoing") throw new Error(`no current outbound call to number '${argument}'`);
      telephony.remoteHangsUp(call.number);
      return [];
    },
  },
  {
    words: "gsm hold",
    help: "change the state of a call to 'held'",
    run: (telephony, argument) => {
      callOf(telephony, argument, "gsm hold");
      telephony.setCall({ state: "held" });
      return [];
    },
  },
  {
    words: "gsm cancel",
    help: "disconnect an inbound or outbound phone call",
    run: (telephony, argument) => {
      const number = numberOf(argument, "gsm cancel");
      if (telephony.find(number) === null) throw new Error("could not cancel this number");
      telephony.remoteHangsUp(number);
      return [];
    },
  },
  {
    words: "gsm status",
    help: "display GSM status",
    run: ({ isReachable }) => {
      const state = isReachable ? "home" : "off";
      return [`gsm voice state: ${state}`, `gsm data state:  ${state}`];
    },
  },
  {
    words: "sms send",
    help: "send inbound SMS text message",
    run: (telephony, argument) => {
      const [, from, text] = /^(\S+) (.+)$/s.exec(argument) ?? [];
      if (from === undefined || text === undefined)
        throw new Error("missing argument, try 'sms send <phonenumber> <text message>'");
      if (!/^\+?\d+$/.test(from)) throw new Error("bad phone number format, must be [+](0-9)*");
      telephony.receiveMessage({ from, text: unescaped(text) });
      return [];
    },
  },
];

const STATES: Readonly<Record<PhoneCall["state"], string>> = {
  ringing: "incoming",
  dialing: "ringing",
  active: "active",
  held: "held",
};

const listed = ({ direction, number, state }: PhoneCall): string =>
  `${direction === "outgoing" ? "outbound to " : "inbound from"} ${number.padEnd(10)} : ${STATES[state]}`;

function numberOf(argument: string, words: string): string {
  if (argument === "") throw new Error(`missing argument, try '${words} <phonenumber>'`);
  if (!/^[\d+#]+$/.test(argument)) throw new Error("bad phone number format, use digits, # and + only");
  return argument;
}

function callOf(telephony: Telephony, argument: string, words: string): PhoneCall {
  if (argument === "") throw new Error(`missing argument, try '${words} <phonenumber>'`);
  const call = telephony.find(argument);
  if (call === null) throw new Error(`no current call to/from number '${argument}'`);
  return call;
}

/** `\n`, `\\`, `\xNN` and `\uNNNN`; anything else behind a backslash is an error. */
function unescaped(text: string): string {
  return text.replaceAll(/\\(?:x([\da-f]{2})|u([\da-f]{4})|(.)|$)/gis, (_, byte, unit, other) => {
    const code: string | undefined = byte ?? unit;
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    if (other === "n") return "\n";
    if (other === "\\") return "\\";
    throw new Error("badly formatted text");
  });
}
