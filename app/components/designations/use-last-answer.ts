import { useRouteLoaderData } from '@remix-run/react';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { attempt, tabKey, tabStorage, setStoredItem } from '#app/lib/browser/user-storage.ts';
import { forgetAtLogout } from '#app/lib/browser/logout-elsewhere.ts';
import type { BulkAnswer } from '#app/schemas/designation-bulk-screens.ts';
import type { ShellAnswerSchema } from '#app/schemas/screen-answers.ts';

/**
 * The response about the selected designations, restored after a reload of the tab. It has reasons and note, but
 * no students, and is deleted at logout.
 */
export function useLastAnswer(answer: BulkAnswer | undefined): BulkAnswer | undefined {
  const shell = useRouteLoaderData<z.output<typeof ShellAnswerSchema>>('routes/web/shell');
  const [last, setLast] = useState<BulkAnswer>();
  const key = tabKey(shell?.user.id ?? '', 'selection');
  useEffect(forgetAtLogout, []);
  useEffect(() => {
    if (answer !== undefined) {
      setStoredItem(tabStorage(), key, JSON.stringify(answer));
      return;
    }
    const text = attempt(() => tabStorage()?.getItem(key) ?? null, null);
    if (text === null) return;
    void import('#app/schemas/designation-bulk-screens.ts').then(({ BulkAnswerSchema }) => {
      const parsed = BulkAnswerSchema.safeParse(attempt<unknown>(() => JSON.parse(text), null));
      if (parsed.success) setLast(parsed.data);
    });
  }, [answer, key]);
  return answer ?? last;
}
