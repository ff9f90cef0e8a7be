import type { ActivityStack } from "../activity-stack.ts";
import type { Intent, SettingsProvider } from "../device.ts";
import type { AppDatabases } from "../storage/app-databases.ts";
import type { NotificationStore } from "./notifications.ts";
import { sameNumber } from "./telephone-exchange.ts";
import { CALL_TYPE, MESSAGE_TYPE, type PhoneCall, type TelephonyStore, talkSeconds } from "./telephony.ts";

const CONVERSATION = "com.android.messaging/.ui.conversation.ConversationActivity";
const IN_CALL = "com.android.dialer/com.android.incallui.InCallActivity";

/** What of a phone telephony uses. */
interface TelephonyHost {
  readonly clock: () => Date;
  readonly databases: AppDatabases;
  readonly settings: SettingsProvider;
  readonly stack: ActivityStack;
  readonly telephony: { readonly number: string };
  readonly notifications: NotificationStore;
  displayOn: boolean;
  start(intent: Intent): unknown;
  invalidate(): void;
}

/** Messages and calls land in the providers' databases, as on Android; a call has its screen. */
export function telephonyStore(core: TelephonyHost): TelephonyStore {
  const now = (): number => core.clock().getTime();
  return {
    now,
    isOnAir: () => core.settings.get("global", "airplane_mode_on") !== "1",
    addMessage: ({ address, body, type }) => {
      const read = Number(type !== MESSAGE_TYPE.inbox);
      core.databases
        .open("com.android.providers.telephony")
        .prepare(
          "INSERT INTO sms (address, body, type, date, date_sent, read, seen, creator) VALUES (?, ?, ?, ?, ?, ?, ?, 'com.android.messaging')",
        )
        .run(address, body, type, now(), now(), read, read);
      if (read === 0)
        core.notifications.post("com.android.messaging", {
          title: nameOf(core, address) ?? address,
          text: body,
          tag: address,
          replyTo: address,
          open: { component: CONVERSATION, extras: { address } },
        });
      core.invalidate();
    },
    addCall: (call, type) => {
      const missed = type === CALL_TYPE.missed;
      core.databases
        .open("com.android.providers.contacts/calllog.db")
        .prepare(
          "INSERT INTO calls (number, date, duration, type, new, is_read, name, phone_account_address, last_modified) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .run(
          call.number,
          call.startedAt,
          talkSeconds(call, now()),
          type,
          Number(missed),
          Number(!missed),
          nameOf(core, call.number),
          core.telephony.number,
          now(),
        );
      if (missed)
        core.notifications.post("com.android.dialer", {
          title: "Missed call",
          text: nameOf(core, call.number) ?? call.number,
          tag: call.number,
        });
      core.invalidate();
    },
    callsChanged: (calls) => {
      showCalls(core, calls);
      core.invalidate();
    },
  };
}

function nameOf(core: TelephonyHost, number: string): string | null {
  const rows = core.databases
    .open("com.android.providers.contacts")
    .prepare("SELECT display_name, number FROM view_phones")
    .all();
  const found = rows.find((row) => sameNumber(String(row.number), number));
  return found === undefined ? null : String(found.display_name);
}

function showCalls(core: TelephonyHost, calls: readonly PhoneCall[]): void {
  const open = core.stack
    .tasks()
    .flatMap(({ activities }) => activities)
    .find(({ factory }) => factory.component === IN_CALL);
  if (calls.length === 0 && open !== undefined) core.stack.finish(open);
  if (calls.length === 0 || open !== undefined) return;
  core.displayOn = true;
  core.start({ component: IN_CALL, categories: [], extras: {}, flags: 0x1000_0000 });
}
