import { useRouteLoaderData } from '@remix-run/react';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { forgetAtLogout } from '#app/lib/browser/logout-elsewhere.ts';
import { attempt, setStoredItem, tabKey, tabStorage } from '#app/lib/browser/user-storage.ts';
import type { BulkAnswer, StoredBulkAnswer } from '#app/schemas/designation-bulk-screens.ts';
import type { ShellAnswerSchema } from '#app/schemas/screen-answers.ts';

/**
 * Returns the response about the selected designations, restored after a reload of the tab. It has reasons
 * and note, but no students, and is deleted at logout.
 */
export function useLastBulkAnswer(answer: BulkAnswer | undefined): BulkAnswer | undefined {
  const shell = useRouteLoaderData<z.output<typeof ShellAnswerSchema>>('routes/web/shell');
  const [last, setLast] = useState<BulkAnswer>();
  const key = tabKey(shell?.user.id ?? '', 'selection');
  useEffect(forgetAtLogout, []);
  useEffect(() => {
    if (answer !== undefined) {
      setStoredItem(tabStorage(), key, JSON.stringify({ ...answer, storedAt: Date.now() }));
      return;
    }
    const text = attempt(() => tabStorage()?.getItem(key) ?? null, null);
    if (text === null) return;
    void import('#app/schemas/designation-bulk-screens.ts').then(({ StoredBulkAnswerSchema }) => {
      const parsed = StoredBulkAnswerSchema.safeParse(attempt<unknown>(() => JSON.parse(text), null));
      if (parsed.success) setLast(agedAnswer(parsed.data, Date.now()));
    });
  }, [answer, key]);
  return answer ?? last;
}

/** Subtracts the time since the answer was stored from the time left for an undo. */
function agedAnswer({ storedAt, ...answer }: StoredBulkAnswer, now: number): BulkAnswer {
  if (answer.step !== 'done' || answer.undo === null) return answer;
  const passed = Math.max(0, Math.ceil((now - storedAt) / 1000));
  const secondsLeft = Math.max(0, answer.undo.secondsLeft - passed);
  return { ...answer, undo: { ...answer.undo, secondsLeft } };
}
