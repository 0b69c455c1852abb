import { attempt } from '#app/lib/browser/user-storage.ts';
import { isRecord } from '#app/lib/records.ts';

const KEY = 'laurel:tab';
const LOCK_PREFIX = 'laurel:tab:';

export interface BrowserTab {
  /** A UUID that survives reloads of this tab; empty until `claim` resolves. */
  readonly id: string;
  /** Claims this tab's ID; a duplicated tab receives a new one. */
  claim(): Promise<void>;
  /** Returns which of these tabs are currently open; none if the browser doesn't support it. */
  openAmong(tabIds: readonly string[]): Promise<ReadonlySet<string>>;
}

let thisTab: BrowserTab | undefined;

export function browserTab(): BrowserTab {
  thisTab ??= openBrowserTab();
  return thisTab;
}

/**
 * Identifies this tab. It holds a Web Lock on its ID, so that others know it's open and a duplicate gets a
 * new ID. Locks require HTTPS; without them, every other tab counts as closed.
 */
function openBrowserTab(): BrowserTab {
  let id = '';
  let claimed: Promise<void> | undefined;

  const claimId = async () => {
    const stored = attempt(() => window.sessionStorage.getItem(KEY), null);
    if (stored !== null && (await holdLock(stored))) {
      id = stored;
    } else {
      const created = newId();
      await holdLock(created);
      id = created;
    }
    attempt(() => window.sessionStorage.setItem(KEY, id), undefined);
  };
  return {
    get id() {
      return id;
    },
    claim: () => (claimed ??= claimId()),
    openAmong: async (tabIds) => {
      const held = (await locks()?.query())?.held ?? [];
      const names = new Set(held.map(({ name }) => name));
      return new Set(tabIds.filter((tabId) => names.has(LOCK_PREFIX + tabId)));
    },
  };
}

/** Holds the tab's lock until the page is left; false if another page has it. */
function holdLock(id: string): Promise<boolean> {
  const manager = locks();
  if (manager === undefined) return Promise.resolve(true);
  return new Promise((resolve) => {
    void manager.request(LOCK_PREFIX + id, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      if (lock === null) return undefined;
      return new Promise<void>((release) => {
        window.addEventListener('pagehide', () => release(), { once: true });
        window.addEventListener('pageshow', ({ persisted }) => persisted && void holdLock(id), {
          once: true,
        });
      });
    });
  });
}

function locks(): LockManager | undefined {
  return 'locks' in navigator ? navigator.locks : undefined;
}

/** Generates a UUID; `crypto.randomUUID` requires HTTPS. */
function newId(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

const ANNOUNCE_MS = 17_000;

/** Maximum delay of the first announcement, which waits until the page is idle. */
const LATEST_START_MS = 2_000;

interface PresencePorts<State> {
  readonly tabId: () => string;
  /** Announces this tab to the server and returns the designation's state; null if no step is open anymore. */
  ask(): Promise<State | null>;
  onServerState(state: State): void;
  /** Called when another tab of this browser closed; `isAnyOpen` is whether another known tab is still open. */
  onClosed(isAnyOpen: boolean): void;
}

export interface Presence {
  /** Announces now and repeatedly until `leave`. */
  begin(): void;
  isBegun(): boolean;
  announce(): void;
  /** Returns whether any of these tabs of the same user is known to be open. */
  isAnyOpen(tabIds: readonly string[]): boolean;
  /**
   * Reports that this tab closed, in a request that outlives the page. If it's lost, the server's timeout applies.
   */
  leave(path: string): Promise<void>;
}

export function openPresence<State>({ tabId, ask, onServerState, onClosed }: PresencePorts<State>): Presence {
  let timer: ReturnType<typeof setInterval> | undefined;
  let announcing: Promise<void> | null = null;
  let others: readonly string[] = [];

  const channel = openTabChannel(tabId, (isOpen) => {
    if (timer === undefined) return;
    if (isOpen) void announce();
    else onClosed(isAnyOpen(others));
  });
  const isAnyOpen = (tabIds: readonly string[]) => {
    others = tabIds;
    return tabIds.some((id) => !channel.hasLeft(id));
  };
  const askServer = async () => {
    try {
      const state = await ask();
      if (state !== null) onServerState(state);
    } catch {
      // No message needed: the next announcement or save will show the failure.
    }
  };
  const announce = async () => {
    const current = askServer();
    announcing = current;
    await current;
    if (announcing === current) announcing = null;
  };
  const isBegun = () => timer !== undefined;
  const arrive = async () => {
    if (!isBegun()) return;
    await announce();
    if (isBegun()) channel.send(true);
  };
  const reportClosed = async (path: string) => {
    // Without an ID, this tab was never announced.
    if (tabId() === '') return;
    const query = new URLSearchParams({ tabId: tabId() }).toString();
    await fetch(`${path}?${query}`, { method: 'DELETE', keepalive: true }).catch(() => undefined);
  };
  return {
    begin: () => {
      clearInterval(timer);
      timer = setInterval(() => void announce(), ANNOUNCE_MS);
      whenIdle(() => void arrive());
    },
    isBegun,
    announce: () => void announce(),
    isAnyOpen,
    leave: async (path) => {
      clearInterval(timer);
      timer = undefined;
      channel.send(false);
      await reportClosed(path);
      if (announcing === null) return;
      // An announcement that was under way may have reached the server after the report.
      await announcing;
      if (!isBegun()) await reportClosed(path);
    },
  };
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: LATEST_START_MS });
  else setTimeout(work, LATEST_START_MS);
}

const CHANNEL = 'laurel:tabs';

interface TabChannel {
  send(isOpen: boolean): void;
  /** Returns whether another tab has since reported that it closed. */
  hasLeft(tabId: string): boolean;
}

/**
 * Opens a channel between the tabs of one browser, which is faster than the next announcement.
 * Does nothing without BroadcastChannel.
 */
export function openTabChannel(tabId: () => string, onMessage: (isOpen: boolean) => void): TabChannel {
  const left = new Set<string>();
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(CHANNEL) : null;
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isRecord(data) || typeof data['tabId'] !== 'string') return;
    const isOpen = data['isOpen'] === true;
    if (isOpen) left.delete(data['tabId']);
    else left.add(data['tabId']);
    onMessage(isOpen);
  });
  return {
    send: (isOpen) => channel?.postMessage({ tabId: tabId(), isOpen }),
    hasLeft: (id) => left.has(id),
  };
}
