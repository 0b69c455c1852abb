import { attempt } from '#app/lib/draft-keys.ts';

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

let ours: BrowserTab | undefined;

/** The one tab that this page stands in. */
export function browserTab(): BrowserTab {
  ours ??= openBrowserTab();
  return ours;
}

/**
 * A tab holds a lock by its id for as long as its page lives: so others know that it is open, and a duplicate, which starts with
 * a copy of the id, that the id is taken. Pages that are not served securely have no locks; there every other tab counts as closed.
 */
function openBrowserTab(): BrowserTab {
  let id = attempt(() => window.sessionStorage.getItem(KEY), null) ?? '';
  let claimed: Promise<void> | undefined;

  const take = async () => {
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
    claim: () => (claimed ??= take()),
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
