import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { type DraftStore, openDraftStore } from '#app/components/designate/draft/draft-store.ts';
import type { Draft, DraftContent } from '#app/components/designate/draft/draft.ts';
import {
  createEditingSession,
  type EditingSession,
} from '#app/components/designate/draft/editing-session.ts';
import type { BrowserTab } from '#app/components/designate/draft/presence.ts';
import {
  type Loaded,
  openWorkingCopy,
  type WorkingCopyOfStep,
} from '#app/components/designate/draft/working-copy.ts';
import type { DraftStorage } from '#app/lib/browser/user-storage.ts';
import { loader } from '#app/routes/web/designate/method.tsx';
import { type DraftStudent, emptyStudent, withoutTrailingEmpty } from '#app/students/draft-students.ts';
import type { MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { memoryStorage } from '#tests/support/memory-storage.ts';
import type { Rest } from '#tests/support/rest-client.server.ts';
import { sessionCookie } from '#tests/support/rest-session.server.ts';
import { screenArgs } from '#tests/support/screen-args.server.ts';

const fetchMerge = () => import('#app/components/designate/draft/conflict-dialog.tsx');

/** A user's browser, whose tabs share storage. */
export interface EditingBrowser {
  readonly user: { readonly id: string };
  readonly storage: DraftStorage;
  /** The IDs of its open tabs. */
  readonly open: Set<string>;
}

/** A step's draft, saves, and merges, as in a tab, but without the page. */
export interface EditingTab {
  readonly session: EditingSession;
  readonly store: DraftStore;
  readonly copy: WorkingCopyOfStep;
  draft(): Draft;
  /** Types into the fields of the method. */
  type(change: Partial<DraftContent>): void;
  /** Types into the fields of the student at this position, from 1. */
  typeStudent(position: number, change: Partial<DraftStudent>): void;
  /** Saves at once, as after a pause in typing. */
  save(): Promise<boolean>;
  /** Chooses a version of everything, as the buttons of the question do. */
  keepMine(): void;
  loadLatest(): void;
  /** Choose between the versions of each field. */
  decide(choices: Parameters<WorkingCopyOfStep['reconcile']>[2]): void;
  /** Where the step redirected when it was loaded again; null if it didn't. */
  ledTo(): string | null;
  /** Leaves the page, which saves and reports that the tab closed. */
  close(): Promise<void>;
}

type Send = () => Promise<Response>;

/** What tabs send to the server, and what comes between. */
export interface EditingTabs {
  browserOf(user: { readonly id: string }): EditingBrowser;
  open(browser: EditingBrowser, designation: MadeDesignation): Promise<EditingTab>;
  /** Replaces how requests with this method are sent from now on. */
  intercept(method: 'POST' | 'PATCH' | 'DELETE', how: (send: Send) => Promise<Response>): void;
  /** Ends all sessions that the user's tabs have, or signs in again. */
  signIn(browser: EditingBrowser): Promise<void>;
}

/**
 * Opens tabs, which are closed after each test. Only the tab is imitated: `window` and `navigator`. Its `fetch` calls the
 * real application in this process.
 */
export function useEditingTabs(rest: Rest): EditingTabs {
  const cookies = new Map<string, string>();
  const users = new Map<string, string>();
  const tabs = new Set<EditingTab>();
  const closed = new Set<string>();
  const intercepted = new Map<string, (send: Send) => Promise<Response>>();

  beforeEach(() => {
    vi.stubGlobal('navigator', { onLine: true });
    vi.stubGlobal('window', { requestIdleCallback: (work: () => void) => setTimeout(work) });
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      const request = new Request(new URL(path, rest.settings.appUrl), init);
      const tabId = await tabIdOf(request);
      request.headers.set('Cookie', cookies.get(users.get(tabId) ?? '') ?? '');
      const send = () => rest.fetch(request);
      if (closed.has(tabId)) throw new TypeError('Failed to fetch');
      return (await intercepted.get(request.method)?.(send)) ?? send();
    });
  });
  afterEach(async () => {
    intercepted.clear();
    await Promise.all(Array.from(tabs, (tab) => tab.close()));
    vi.unstubAllGlobals();
  });

  const signIn = async ({ user }: EditingBrowser) => {
    cookies.set(
      user.id,
      await sessionCookie({ orm: rest.orm, settings: rest.settings, now: rest.clock.now }, user.id),
    );
  };
  return {
    browserOf: (user) => ({ user, storage: memoryStorage(), open: new Set() }),
    signIn,
    intercept: (method, how) => void intercepted.set(method, how),
    open: async (browser, designation) => {
      const { user } = browser;
      if (!cookies.has(user.id)) await signIn(browser);
      const tab = tabOf(browser);
      users.set(tab.id, user.id);
      const opened = await openTab({ rest, browser, tab, designation, onClosed: () => closed.add(tab.id) });
      tabs.add(opened);
      return opened;
    },
  };
}

function tabOf({ open }: EditingBrowser): BrowserTab {
  const id = randomUUID();
  return {
    id,
    claim: () => {
      open.add(id);
      return Promise.resolve();
    },
    openAmong: (ids) => Promise.resolve(new Set(ids.filter((one) => open.has(one)))),
  };
}

/** Every request of a tab names it, in its body or its address. */
async function tabIdOf(request: Request): Promise<string> {
  const fromUrl = new URL(request.url).searchParams.get('tabId');
  return fromUrl ?? ((await request.clone().json()) as { tabId: string }).tabId;
}

interface Opening {
  readonly rest: Rest;
  readonly browser: EditingBrowser;
  readonly tab: BrowserTab;
  readonly designation: MadeDesignation;
  onClosed(): void;
}

async function openTab({ rest, browser, tab, designation, onClosed }: Opening): Promise<EditingTab> {
  const { user, storage } = browser;
  const store = openDraftStore(user.id, storage, tab);
  const session = createEditingSession(user.id, store, tab);
  let ledTo: string | null = null;
  const query = new URLSearchParams({ school: designation.highSchoolId, year: designation.academicYearId });
  const path = `/designate/method?${query.toString()}`;

  const load = async () => {
    const { data } = await loader(await screenArgs({ orm: rest.orm, user, path, now: rest.clock.now }));
    return { stored: data.designation, changed: data.changed, today: data.today };
  };
  const first = await load();
  let loaded: Loaded = first;
  const copy = openWorkingCopy({ userId: user.id, store, session, fetchMerge }, first.stored);
  copy.subscribe(() => undefined);
  const refresh = async () => {
    try {
      loaded = await load();
    } catch (error) {
      if (!(error instanceof Response)) throw error;
      ledTo = error.headers.get('Location');
      return;
    }
    copy.reconcile(loaded, undefined);
  };
  await store.open(designation.highSchoolId);
  const detach = session.attach({
    designationId: designation.id,
    today: first.today,
    refresh: () => void refresh(),
  });
  copy.reconcile(first, undefined);

  const draft = () => {
    const found = store.get();
    if (found === null) throw new Error('The tab has no draft.');
    return found;
  };
  const type = (change: Partial<DraftContent>) => {
    expect(store.edit(change)).toBe(true);
    session.markDirty();
  };
  return {
    session,
    store,
    copy,
    draft,
    type,
    typeStudent: (position, change) => {
      const { students } = draft();
      const listed = Array.from(
        { length: Math.max(students.length, position) },
        (_, index) => students[index] ?? emptyStudent('AK'),
      );
      type({
        students: withoutTrailingEmpty(
          listed.map((student, index) => (index === position - 1 ? { ...student, ...change } : student)),
        ),
      });
    },
    save: () => session.flushOrWait(),
    keepMine: () => copy.keepMine(loaded, undefined),
    loadLatest: () => copy.loadLatest(loaded, undefined),
    decide: (choices) => void copy.reconcile(loaded, undefined, choices),
    ledTo: () => ledTo,
    close: async () => {
      browser.open.delete(tab.id);
      await session.leavePage();
      await session.flush();
      onClosed();
      detach();
    },
  };
}
