import { useEffect } from 'react';
import type { Question } from '#app/components/ui/confirm.tsx';
import type { DraftServices } from '#app/components/designate/draft-context.ts';

/** Saves what is typed before the page or the session is left; see `watchLeaving`. */
export function useLeaving(
  { watchLeaving }: DraftServices,
  confirm: (question: Question) => Promise<boolean>,
): void {
  useEffect(() => watchLeaving(confirm), [confirm, watchLeaving]);
}
