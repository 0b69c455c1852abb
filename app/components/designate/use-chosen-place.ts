import { useLocation, useNavigate } from '@remix-run/react';
import { useEffect } from 'react';
import { useDraftStore } from '#app/components/designate/draft-context.ts';
import { useDraftOpen } from '#app/components/designate/use-draft-open.ts';
import { placeOf, stepPath, wantedStep } from '#app/components/designate/designate-steps.ts';
import { type DraftPlace, isDraftOf, newDraft } from '#app/lib/draft.ts';

/**
 * Keeps the choice of school and year: a new one clears an earlier draft (specification, section 2). An address that names none
 * (`null`) leads to the step it asks for, of the school and year that the draft holds.
 */
export function useChosenPlace(place: DraftPlace | null, isNamed: boolean): void {
  const { userId, store } = useDraftStore();
  const isOpen = useDraftOpen(place?.highSchool.id ?? null);
  const navigate = useNavigate();
  const step = wantedStep(useLocation().search);
  useEffect(() => {
    if (!isOpen) return;
    const draft = store.get();
    if (place !== null) {
      if (draft !== null && isDraftOf(draft, place)) return;
      store.clear();
      store.set(newDraft(userId, place));
    } else if (draft !== null && !isNamed) {
      navigate(stepPath(step, placeOf(draft)), { replace: true });
    }
  }, [isNamed, isOpen, navigate, place, step, store, userId]);
}
