import { useEffect } from 'react';
import type { DraftTools } from '#app/components/domain/designate/draft-context.ts';

/** Saves what is typed before the page or the session is left; see `watchLeaving`. */
export function useLeaving({ watchLeaving }: DraftTools, mayLose: () => Promise<boolean>): void {
  useEffect(() => watchLeaving(mayLose), [mayLose, watchLeaving]);
}
