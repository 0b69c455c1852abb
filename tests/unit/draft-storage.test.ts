import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Draft, newDraft } from '#app/lib/draft.ts';
import {
  clearAllDrafts,
  draftKey,
  type DraftStorage,
  dropDraftsOfOthers,
  writeDraft,
} from '#app/lib/draft-keys.ts';
import { readDraft } from '#app/lib/draft-storage.ts';
import { openDraftStore } from '#app/lib/draft-store.ts';

const place = { highSchool: { id: 'h1', name: 'Spruce High' }, academicYear: { id: 'y1', year: 2026 } };
const draft = newDraft('u1', place);

function store(storage: DraftStorage | null, kept: Draft): boolean {
  return writeDraft(storage, kept.userId, JSON.stringify(kept));
}

/** A browser's storage with so much room; what it holds can be looked at. */
function memoryStorage(room = Infinity): DraftStorage & { entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    get length() {
      return entries.size;
    },
    key: (index) => Array.from(entries.keys())[index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError');
      entries.set(key, value);
    },
    removeItem: (key) => entries.delete(key),
  };
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

describe('a stored draft', () => {
  it('comes back as it was', () => {
    const storage = memoryStorage();
    expect(store(storage, draft)).toBe(true);
    expect(readDraft(storage, 'u1')).toEqual(draft);
  });

  it('is never another user’s, whatever stands under their key', () => {
    const storage = memoryStorage();
    store(storage, draft);
    expect(readDraft(storage, 'u2')).toBeNull();
    storage.setItem(draftKey('u2'), JSON.stringify(draft));
    expect(readDraft(storage, 'u2')).toBeNull();
  });

  it('is no draft when it is anything else', () => {
    const storage = memoryStorage();
    const spoiled = fc.oneof(
      fc.string(),
      fc.json(),
      fc.constantFrom(...Object.keys(draft)).map((key) => JSON.stringify({ ...draft, [key]: { odd: 1 } })),
    );
    fc.assert(
      fc.property(spoiled, (value) => {
        storage.setItem(draftKey('u1'), value);
        expect(readDraft(storage, 'u1')).toBeNull();
      }),
    );
  });

  it('does without storage, without access to it and without room in it', () => {
    for (const storage of [null, closed, memoryStorage(10)]) {
      expect(store(storage, draft)).toBe(false);
      expect(readDraft(storage, 'u1')).toBeNull();
      expect(() => clearAllDrafts(storage)).not.toThrow();
      expect(() => dropDraftsOfOthers('u1', storage)).not.toThrow();
    }
  });
});

describe('clearing', () => {
  function filled() {
    const storage = memoryStorage();
    for (const userId of ['u1', 'u2', 'u3']) store(storage, { ...draft, userId });
    storage.setItem('theme', 'dark');
    return storage;
  }

  it('removes every draft and nothing else', () => {
    const storage = filled();
    clearAllDrafts(storage);
    expect([...storage.entries.keys()]).toEqual(['theme']);
  });

  it('removes the drafts of others and nothing else', () => {
    const storage = filled();
    dropDraftsOfOthers('u2', storage);
    expect([...storage.entries.keys()]).toEqual([draftKey('u2'), 'theme']);
  });
});

describe('the draft of a tab', () => {
  it('lives on in the tab where there is no storage', async () => {
    const tab = await openTab('u1', null);
    expect(tab.set(draft)).toBe(false);
    tab.edit({ classSize: 12 });
    expect(tab.get()).toEqual({ ...draft, classSize: 12, edited: true });
  });

  it('comes back from storage in the next page of the same user only', async () => {
    const storage = memoryStorage();
    (await openTab('u1', storage)).set(draft);
    expect((await openTab('u1', storage)).get()).toEqual(draft);
    expect((await openTab('u2', storage)).get()).toBeNull();
  });

  it('is not to be asked before the storage was looked at, and says when it can', async () => {
    const storage = memoryStorage();
    store(storage, draft);
    const tab = openDraftStore('u1', storage);
    const told: (boolean | null)[] = [];
    tab.subscribe(() => told.push(tab.isOpen()));
    expect(tab.isOpen()).toBe(false);
    await tab.open();
    await tab.open();
    expect(told).toEqual([true]);
    expect(tab.get()).toEqual(draft);
  });

  it('does not follow what another tab of the same user does', async () => {
    const storage = memoryStorage();
    const here = await openTab('u1', storage);
    here.set(draft);
    (await openTab('u1', storage)).set({ ...draft, classSize: 99 });
    expect(here.get()).toEqual(draft);
  });

  it('writes nothing any more once another tab has removed it', async () => {
    const storage = memoryStorage();
    const tab = await openTab('u1', storage);
    tab.set(draft);
    clearAllDrafts(storage);
    tab.onRemovedElsewhere(draftKey('u1'));
    tab.edit({ criteriaComment: 'typed after the logout' });
    expect(tab.get()).toBeNull();
    expect(storage.length).toBe(0);
  });

  it('leaves nothing behind when cleared', async () => {
    const storage = memoryStorage();
    const tab = await openTab('u1', storage);
    tab.set(draft);
    tab.clear();
    expect(tab.get()).toBeNull();
    expect(storage.length).toBe(0);
  });

  async function openTab(userId: string, storage: DraftStorage | null) {
    const tab = openDraftStore(userId, storage);
    await tab.open();
    return tab;
  }
});
