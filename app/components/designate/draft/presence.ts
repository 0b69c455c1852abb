import { attempt } from '#app/lib/browser/user-storage.ts';
import { editingPath } from '#app/lib/urls/editing-path.ts';
import { isRecord } from '#app/lib/records.ts';
import type { EditingAnswer } from '#app/schemas/designation-editing.ts';

const KEY = 'laurel:tab';
const LOCK_PREFIX = 'laurel:tab:';

/** This tab among the tabs of the browser. */
export interface BrowserTab {
  /** A uuid that stays over reloads of this tab. Ask after `claim`. */
  readonly id: string;
  /** Settles which tab this is: one that was duplicated from another gets an id of its own. */
  claim(): Promise<void>;
  /** Which of these tabs are open at this moment, as far as the browser tells; where it cannot, none is. */
  openAmong(tabIds: readonly string[]): Promise<ReadonlySet<string>>;
}

let thisTab: BrowserTab | undefined;

/** The one tab that this page stands in. */
export function browserTab(): BrowserTab {
  thisTab ??= openBrowserTab();
  return thisTab;
}

/**
 * A tab holds a lock by its id for as long as its page lives: so others know that it is open, and a duplicate, which starts with
 * a copy of the id, that the id is taken. Pages that are not served securely have no locks; there every other tab counts as closed.
 */
function openBrowserTab(): BrowserTab {
  let id = attempt(() => window.sessionStorage.getItem(KEY), null) ?? '';
  let claimed: Promise<void> | undefined;

  const claimId = async () => {
    if (id === '' || !(await holdLock(id))) {
      id = newId();
      await holdLock(id);
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

/** Holds the tab's lock until the page goes; false where another page has it. */
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

/** A random uuid; `crypto.randomUUID` wants a page that is served securely. */
function newId(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** An open tab says so this often. */
const ANNOUNCE_MS = 17_000;

/** The first time after the page has come to rest, and no later than this. */
const LATEST_START_MS = 2_000;

interface PresencePorts {
  readonly tabId: () => string;
  /** Says that the tab has the designation open, and answers how it stands; null where no step is open any more. */
  ask(): Promise<EditingAnswer | null>;
  onServerState(answer: EditingAnswer): void;
  /** Another tab of this browser was closed; `isAnyOpen` tells of the rest of those that were heard of last. */
  onClosed(isAnyOpen: boolean): void;
}

/** That this tab has a designation open, as the server and the school's other staff know it. */
export interface Presence {
  /** Says so now, and again and again until `leave`. */
  begin(): void;
  isBegun(): boolean;
  announce(): void;
  /** Whether any of these tabs of the same user is open, as far as the server and this browser know. */
  isAnyOpen(tabIds: readonly string[]): boolean;
  /** Says goodbye, with a request that outlives the page. That it does not arrive only means that the server has to notice. */
  leave(designationId: string): Promise<void>;
}

export function openPresence({ tabId, ask, onServerState, onClosed }: PresencePorts): Presence {
  let timer: ReturnType<typeof setInterval> | undefined;
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
  const announce = async () => {
    try {
      const state = await ask();
      if (state !== null) onServerState(state);
    } catch {
      // Presence alone has nothing to tell of a failure: the next announcement, or the next save, will.
    }
  };
  const arrive = async () => {
    await announce();
    if (timer !== undefined) channel.send(true);
  };
  return {
    begin: () => {
      clearInterval(timer);
      timer = setInterval(() => void announce(), ANNOUNCE_MS);
      whenIdle(() => void arrive());
    },
    isBegun: () => timer !== undefined,
    announce: () => void announce(),
    isAnyOpen,
    leave: async (designationId) => {
      clearInterval(timer);
      timer = undefined;
      channel.send(false);
      const query = new URLSearchParams({ tabId: tabId() }).toString();
      await fetch(`${editingPath(designationId)}?${query}`, { method: 'DELETE', keepalive: true }).catch(
        () => undefined,
      );
    },
  };
}

/** Runs after the page has come to rest: what it needs for this is not needed for the page itself. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: LATEST_START_MS });
  else setTimeout(work, LATEST_START_MS);
}

const CHANNEL = 'laurel:tabs';

interface TabChannel {
  /** Tells the browser's other tabs that this one has a designation open, or has it open no longer. */
  send(isOpen: boolean): void;
  /** Whether another tab has said since that it left. */
  hasLeft(tabId: string): boolean;
}

/**
 * What the tabs of one browser tell each other, so that they know at once what others learn with their next announcement. Where
 * the browser has no channel for it nothing is told.
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
