/** Of an intent, what a notification may open. */
export interface NotificationTarget {
  readonly action?: string;
  readonly data?: string;
  readonly component?: string;
  readonly extras?: Readonly<Record<string, string | number | boolean>>;
}

/** What an app says of a notification. */
export interface NotificationContent {
  readonly title: string;
  readonly text: string;
  /** With the tag it names the notification within its package; 0 unless given. */
  readonly id?: number;
  readonly tag?: string | null;
  /** What a tap opens; the app itself unless given. */
  readonly open?: NotificationTarget;
  /** It stays until the app takes it away: a call, playing music. */
  readonly ongoing?: boolean;
  readonly channel?: string;
  /** It can be answered in place (RemoteInput): the number that the answer is sent to as a text message. */
  readonly replyTo?: string;
}

export interface PostedNotification extends NotificationContent {
  readonly packageName: string;
  readonly id: number;
  readonly tag: string | null;
  readonly postedAtMilliseconds: number;
}

const MOST_NOTIFICATIONS = 50;

/** What apps have to say while nobody looks, newest first. Entries are never changed, only replaced. */
export class NotificationStore {
  #posted: readonly PostedNotification[] = [];
  readonly #changed: () => void;
  readonly #clock: () => Date;

  constructor(clock: () => Date, changed: () => void) {
    this.#clock = clock;
    this.#changed = changed;
  }

  list(): readonly PostedNotification[] {
    return this.#posted;
  }

  /** Replaces an older one of the same id and tag. */
  post(packageName: string, content: NotificationContent): PostedNotification {
    const { id = 0, tag = null } = content;
    const posted = { ...content, packageName, id, tag, postedAtMilliseconds: this.#clock().getTime() };
    const others = this.#posted.filter((one) => !isSame(one, posted));
    this.replaceAll([posted, ...others].slice(0, MOST_NOTIFICATIONS));
    return posted;
  }

  cancel(wanted: { readonly packageName: string; readonly id: number; readonly tag: string | null }): void {
    this.replaceAll(this.#posted.filter((one) => !isSame(one, wanted)));
  }

  cancelAllOf(packageName: string): void {
    if (this.#posted.some((one) => one.packageName === packageName))
      this.replaceAll(this.#posted.filter((one) => one.packageName !== packageName));
  }

  /** "Clear all" leaves what is ongoing. */
  clear(): void {
    this.replaceAll(this.#posted.filter((one) => one.ongoing === true));
  }

  replaceAll(posted: readonly PostedNotification[]): void {
    this.#posted = posted;
    this.#changed();
  }
}

type Name = Pick<PostedNotification, "packageName" | "id" | "tag">;

const isSame = (a: Name, b: Name): boolean =>
  a.packageName === b.packageName && a.id === b.id && a.tag === b.tag;

/** As StatusBarNotification names it. */
export const notificationKey = ({ packageName, id, tag }: Name, uid: number): string =>
  `0|${packageName}|${id}|${tag}|${uid}`;
