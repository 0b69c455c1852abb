import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { openDraftStore, readDraft } from '#app/components/designate/draft/draft-store.ts';
import { type Draft, newDraft } from '#app/components/designate/draft/draft.ts';
import type { BrowserTab } from '#app/components/designate/draft/presence.ts';
import {
  browserStorage,
  clearUserData,
  draftKey,
  type DraftStorage,
  removeOtherUsersData,
  setStoredItem,
} from '#app/lib/browser/user-storage.ts';
import { emptyStudent } from '#app/students/draft-students.ts';
import { memoryStorage } from '#tests/support/memory-storage.ts';

const target = { highSchool: { id: 'h1', name: 'Spruce High' }, academicYear: { id: 'y1', year: 2026 } };
const draft = newDraft('u1', target);

function store(storage: DraftStorage | null, stored: Draft, tabId = 't1'): boolean {
  return setStoredItem(storage, draftKey(stored.userId, tabId), JSON.stringify(stored));
}

const closed: DraftStorage = {
  get length(): number {
    throw new DOMException('closed', 'SecurityError');
  },
  key: refuse,
  getItem: refuse,
  setItem: refuse,
  removeItem: refuse,
};

function refuse(): never {
  throw new DOMException('closed', 'SecurityError');
}

/** Makes tabs of one browser. `open` contains the open ones. */
function browserWith(open: Set<string>) {
  return (id: string): BrowserTab => ({
    id,
    claim: () => {
      open.add(id);
      return Promise.resolve();
    },
    openAmong: (ids) => Promise.resolve(new Set(ids.filter((one) => open.has(one)))),
  });
}

async function openTab(
  userId: string,
  storage: DraftStorage | null,
  { tabId = 't1', open = new Set<string>(), school = null as string | null } = {},
) {
  const tab = openDraftStore(userId, storage, browserWith(open)(tabId));
  await tab.open(school);
  return tab;
}

describe('a stored draft', () => {
  it('is read as it was written', () => {
    const storage = memoryStorage();
    expect(store(storage, draft)).toBe(true);
    expect(readDraft(storage, 'u1', 't1')).toEqual(draft);
    expect(readDraft(storage, 'u1', 't2')).toBeNull();
  });

  it('never belongs to another user, for any key', () => {
    const storage = memoryStorage();
    store(storage, draft);
    expect(readDraft(storage, 'u2', 't1')).toBeNull();
    storage.setItem(draftKey('u2', 't1'), JSON.stringify(draft));
    expect(readDraft(storage, 'u2', 't1')).toBeNull();
  });

  it("is ignored if it isn't a valid draft", () => {
    const storage = memoryStorage();
    const spoiled = fc.oneof(
      fc.string(),
      fc.json(),
      fc.constantFrom(...Object.keys(draft)).map((key) => JSON.stringify({ ...draft, [key]: { odd: 1 } })),
    );
    fc.assert(
      fc.property(spoiled, (value) => {
        storage.setItem(draftKey('u1', 't1'), value);
        expect(readDraft(storage, 'u1', 't1')).toBeNull();
      }),
    );
  });

  it('works without storage, without access to it, and if it is full', () => {
    for (const storage of [null, closed, memoryStorage(10)]) {
      expect(store(storage, draft)).toBe(false);
      expect(readDraft(storage, 'u1', 't1')).toBeNull();
      expect(() => clearUserData(storage)).not.toThrow();
      expect(() => removeOtherUsersData('u1', storage)).not.toThrow();
    }
  });
});

it('a browser that blocks its storage has none, and its tabs keep what is typed', async () => {
  vi.stubGlobal('window', {
    get localStorage(): never {
      throw new DOMException('closed', 'SecurityError');
    },
  });
  const storage = browserStorage();
  vi.unstubAllGlobals();
  expect(storage).toBeNull();
  const tab = await openTab('u1', storage);
  expect(tab.set(draft)).toBe(false);
  tab.edit({ classSize: 12 });
  expect(tab.get()).toMatchObject({ classSize: 12, edited: true });
});

describe('clearing the stored drafts', () => {
  function filled() {
    const storage = memoryStorage();
    for (const userId of ['u1', 'u2', 'u3']) store(storage, { ...draft, userId });
    store(storage, { ...draft, userId: 'u2' }, 't2');
    storage.setItem('theme', 'dark');
    return storage;
  }

  it('removes all drafts and nothing else', () => {
    const storage = filled();
    clearUserData(storage);
    expect([...storage.entries.keys()]).toEqual(['theme']);
  });

  it("removes other users' drafts and nothing else", () => {
    const storage = filled();
    removeOtherUsersData('u2', storage);
    expect([...storage.entries.keys()]).toEqual([draftKey('u2', 't1'), draftKey('u2', 't2'), 'theme']);
  });
});

describe("a tab's draft", () => {
  it('stays in the tab if there is no storage', async () => {
    const tab = await openTab('u1', null);
    expect(tab.set(draft)).toBe(false);
    tab.edit({ classSize: 12 });
    expect(tab.get()).toEqual({ ...draft, classSize: 12, edited: true });
  });

  it('is read from storage by the next page of the same tab and user only', async () => {
    const storage = memoryStorage();
    (await openTab('u1', storage)).set(draft);
    expect((await openTab('u1', storage)).get()).toEqual(draft);
    expect((await openTab('u2', storage)).get()).toBeNull();
  });

  it("isn't available before the storage was read, and notifies subscribers when it is", async () => {
    const storage = memoryStorage();
    store(storage, draft);
    const tab = openDraftStore('u1', storage, browserWith(new Set())('t1'));
    const reported: (boolean | null)[] = [];
    tab.subscribe(() => reported.push(tab.isOpen()));
    expect(tab.isOpen()).toBe(false);
    await tab.open(null);
    await tab.open(null);
    expect(reported).toEqual([true]);
    expect(tab.get()).toEqual(draft);
  });

  it('is neither read nor overwritten by another open tab', async () => {
    const storage = memoryStorage();
    const open = new Set<string>();
    const here = await openTab('u1', storage, { open });
    here.set(draft);
    const there = await openTab('u1', storage, { open, tabId: 't2' });
    expect(there.get()).toBeNull();
    there.set({ ...draft, classSize: 99 });
    expect(here.get()).toEqual(draft);
    expect(readDraft(storage, 'u1', 't1')).toEqual(draft);
    expect(readDraft(storage, 'u1', 't2')?.classSize).toBe(99);
  });

  it('moves from a closed tab to the next tab of the same school, drafts with edits first', async () => {
    const storage = memoryStorage();
    const edited = { ...draft, edited: true, classSize: 31 };
    const elsewhere = { ...edited, highSchool: { id: 'h2', name: 'Birch High' } };
    store(storage, elsewhere, 'gone 1');
    store(storage, draft, 'gone 2');
    store(storage, edited, 'gone 3');
    const tab = await openTab('u1', storage, { tabId: 'new', school: 'h1' });
    expect(tab.get()).toEqual(edited);
    expect([...storage.entries.keys()].toSorted()).toEqual(
      ['gone 1', 'gone 2', 'new'].map((tabId) => draftKey('u1', tabId)),
    );
    expect((await openTab('u1', storage, { tabId: 'other', school: 'h3' })).get()).toBeNull();
  });

  it("isn't written anymore after another tab removed it, until a save succeeds", async () => {
    const storage = memoryStorage();
    const tab = await openTab('u1', storage);
    tab.set({ ...draft, id: 'd1', version: 1, status: 'STARTED' });
    clearUserData(storage);
    tab.onRemovedElsewhere(draftKey('u1', 't2'));
    tab.onRemovedElsewhere(draftKey('u1', 't1'));
    tab.edit({ criteriaComment: 'typed after the logout' });
    expect(storage.length).toBe(0);
    const sentDraft = tab.sending(draft);
    expect(storage.length).toBe(0);
    if (sentDraft === null) throw new Error('There is a draft to send.');
    tab.saved({ sentDraft, ...answered(sentDraft) });
    expect(readDraft(storage, 'u1', 't1')?.criteriaComment).toBe('typed after the logout');
  });

  it('is cleared together with those of closed tabs, but not of open ones', async () => {
    const storage = memoryStorage();
    const open = new Set(['t9']);
    const tab = await openTab('u1', storage, { open });
    for (const tabId of ['gone 1', 'gone 2', 't9']) store(storage, draft, tabId);
    tab.set(draft);
    tab.clear();
    expect(tab.get()).toBeNull();
    await expect.poll(() => [...storage.entries.keys()]).toEqual([draftKey('u1', 't9')]);
  });
});

describe('a confirmed save', () => {
  const started: Draft = { ...draft, id: 'd1', version: 1, status: 'STARTED' };
  const ann = { ...emptyStudent('AK'), first: 'Ann' };

  async function sent(edit: Partial<Draft> = {}) {
    const tab = await openTab('u1', memoryStorage());
    tab.set(started);
    tab.edit({ students: [ann, { ...ann, first: 'Bo' }], ...edit });
    const sentDraft = tab.sending(draft);
    if (sentDraft === null) throw new Error('There is a draft to send.');
    return { tab, sentDraft };
  }

  it('updates the version, gives new students their IDs, and leaves nothing unsaved', async () => {
    const { tab, sentDraft } = await sent({ classSize: 20 });
    let reported = 0;
    tab.subscribe(() => (reported += 1));
    tab.saved({ sentDraft, ...answered(sentDraft) });
    expect(tab.get()).toMatchObject({ version: 2, edited: false, sent: null, stored: { classSize: 20 } });
    for (const list of [tab.get()?.students, tab.get()?.stored.students]) {
      expect(list?.map(({ id, first }) => `${id} ${first}`)).toEqual(['s0 Ann', 's1 Bo']);
    }
    expect(reported).toBe(1);
  });

  it('is recorded while it runs, even across a reload', async () => {
    const storage = memoryStorage();
    const tab = await openTab('u1', storage);
    tab.set(started);
    tab.edit({ students: [ann] });
    const sentDraft = tab.sending({ ...started, students: [ann] });
    tab.edit({ criteriaComment: 'Typed since.' });
    expect(readDraft(storage, 'u1', 't1')).toMatchObject({
      stored: { students: [] },
      sent: { students: [ann] },
    });
    if (sentDraft === null) throw new Error('There is a draft to send.');
    tab.saved({ sentDraft, ...answered(sentDraft) });
    expect(readDraft(storage, 'u1', 't1')).toMatchObject({
      stored: { students: [{ id: 's0', first: 'Ann' }], criteriaComment: '' },
      sent: null,
      criteriaComment: 'Typed since.',
      edited: true,
    });
  });

  it("keeps the draft edited if something couldn't be stored or was typed in the meantime", async () => {
    const one = await sent();
    one.tab.saved({ sentDraft: one.sentDraft, ...answered(one.sentDraft), isWhole: false });
    expect(one.tab.get()?.edited).toBe(true);
    const two = await sent();
    two.tab.edit({ students: [ann, { ...ann, first: 'Bob' }, ann] });
    two.tab.saved({ sentDraft: two.sentDraft, ...answered(two.sentDraft) });
    expect(two.tab.get()).toMatchObject({ version: 2, edited: true });
    expect(two.tab.get()?.students.map(({ id, first }) => [id, first])).toEqual([
      ['s0', 'Ann'],
      ['s1', 'Bob'],
      [undefined, 'Ann'],
    ]);
  });

  it('is ignored if the draft is now about another designation', async () => {
    const { tab, sentDraft } = await sent();
    tab.set({ ...started, id: 'd2' });
    tab.saved({ sentDraft, ...answered(sentDraft) });
    expect(tab.get()).toEqual({ ...started, id: 'd2' });
  });
});

function answered({ classSize, criteria, criteriaComment, students }: Draft) {
  return {
    version: 2,
    status: 'STARTED' as const,
    content: { classSize, criteria, criteriaComment, students },
    studentIds: students.map((_, target) => `s${target}`),
    isWhole: true,
  };
}
