import { afterEach, expect, it, vi } from 'vitest';
import { saveText } from '#app/components/site/saved-text.ts';
import { memoryStorage } from '#tests/support/memory-storage.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const TO_LOGIN = new Response(null, { status: 302, headers: { Location: '/login?to=%2F' } });

/** Returns how many texts a tab stores whose form is sent on this page after the session ended. */
function storedOn(pathname: string): number {
  const sessionStorage = memoryStorage();
  const loaderData = { 'routes/web/shell': { user: { id: 'u1' } } };
  vi.stubGlobal('window', {
    location: { pathname, search: '' },
    sessionStorage,
    addEventListener: () => undefined,
    __remixRouter: { state: { loaderData } },
  });
  vi.stubGlobal('document', { forms: [] });
  saveText(TO_LOGIN);
  return sessionStorage.entries.size;
}

it.each([
  ['/account', 1],
  ['/designations/d1', 1],
  ['/designations/d1/edit/students', 0],
  ['/designations/d1/Edit/Students/', 0],
  ['/designate/students', 0],
  ['/Designate/Method', 0],
])(
  'the text of a form without students is stored after the session ended, however its URL is written: %s',
  (path, stored) => {
    expect(storedOn(path)).toBe(stored);
  },
);
