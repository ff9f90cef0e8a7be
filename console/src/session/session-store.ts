/** The keys of what is kept for the farm's origin, so that a link opened in another tab is signed in too. */
const tokenKey = "drover.token";
const refreshKey = "drover.refresh";

export interface Session {
  /** Undefined: nobody is signed in. */
  readonly token: string | undefined;
  /** True when there was one that the farm no longer takes. */
  readonly refused: boolean;
}

type Listener = () => void;

/** Who is signed in, for React's useSyncExternalStore. */
export class SessionStore {
  readonly #listeners = new Set<Listener>();
  readonly #storage: Storage;
  #session: Session;

  constructor(storage: Storage) {
    this.#storage = storage;
    this.#session = { token: storage.getItem(tokenKey) ?? undefined, refused: false };
    // Another tab signed in or out.
    window.addEventListener("storage", this.read);
  }

  /** Takes what another tab has stored. */
  readonly read = (): void => {
    const token = this.#storage.getItem(tokenKey) ?? undefined;
    if (token !== this.#session.token) this.#become({ token, refused: false });
  };

  readonly subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly current = (): Session => this.#session;

  refreshToken(): string | undefined {
    return this.#storage.getItem(refreshKey) ?? undefined;
  }

  signIn(token: string, refreshToken?: string): void {
    this.#storage.setItem(tokenKey, token);
    if (refreshToken !== undefined) this.#storage.setItem(refreshKey, refreshToken);
    this.#become({ token, refused: false });
  }

  /** `refused`: the farm no longer takes the token. */
  signOut(refused = false): void {
    if (this.#session.token === undefined) return;
    this.#storage.removeItem(tokenKey);
    this.#storage.removeItem(refreshKey);
    this.#become({ token: undefined, refused });
  }

  #become(session: Session): void {
    this.#session = session;
    for (const listener of this.#listeners) listener();
  }
}

const replaces =
  "This link contains another token. Sign in with it in every tab of this farm? Cancel keeps your session.";

/**
 * A token that came with the address, as `#token=…`: what is after `#` is never sent to a server. It is taken out of the
 * address, and so out of the browser's history, before anything else happens. Whoever is signed in is asked first.
 */
export function takeTokenFromAddress(store: SessionStore): void {
  const { hash, pathname, search } = window.location;
  const token = new URLSearchParams(hash.slice(1)).get("token");
  if (token === null) return;
  window.history.replaceState(null, "", `${pathname}${search}`);
  if (token === "") return;
  const { token: before } = store.current();
  if (before === undefined || before === token || window.confirm(replaces)) store.signIn(token);
}
