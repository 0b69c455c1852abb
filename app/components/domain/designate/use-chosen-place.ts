import { useNavigate } from '@remix-run/react';
import { useEffect } from 'react';
import { useDraftStore } from '#app/components/domain/designate/draft-context.ts';
import { useDraftOpen } from '#app/components/domain/designate/use-draft-open.ts';
import { placeOf, stepPath } from '#app/components/domain/designate/designate-steps.ts';
import { type DraftPlace, isDraftOf, newDraft } from '#app/lib/draft.ts';

/**
 * Keeps the choice of school and year: a new one clears an earlier draft (specification, section 2), and an address that names
 * none (`null`) goes on with the one that the draft holds.
 */
export function useChosenPlace(place: DraftPlace | null, isNamed: boolean): void {
  const { userId, store } = useDraftStore();
  const isOpen = useDraftOpen(place?.highSchool.id ?? null);
  const navigate = useNavigate();
  useEffect(() => {
    if (!isOpen) return;
    const draft = store.get();
    if (place !== null) {
      if (draft !== null && isDraftOf(draft, place)) return;
      store.clear();
      store.set(newDraft(userId, place));
    } else if (draft !== null && !isNamed) {
      navigate(stepPath('agreement', placeOf(draft)), { replace: true });
    }
  }, [isNamed, isOpen, navigate, place, store, userId]);
}
