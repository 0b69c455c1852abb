import { useLocation, useNavigate } from '@remix-run/react';
import { useEffect } from 'react';
import { useDraftOpen, useDraftServices } from '#app/components/designate/draft/draft-context.tsx';
import { type DraftTarget, isDraftOf, newDraft } from '#app/components/designate/draft/draft.ts';
import { targetOf, stepPath, wantedStep } from '#app/components/designate/designate-steps.ts';

/**
 * Remembers the chosen school and year. A new choice clears an earlier draft (specification, section 2), and an address
 * without one (`null`) redirects to its step for the draft's school and year.
 */
export function useChosenTarget(target: DraftTarget | null, isNamed: boolean): void {
  const { userId, store } = useDraftServices();
  const isOpen = useDraftOpen(target?.highSchool.id ?? null);
  const navigate = useNavigate();
  const step = wantedStep(useLocation().search);
  useEffect(() => {
    if (!isOpen) return;
    const draft = store.get();
    if (target !== null) {
      if (draft !== null && isDraftOf(draft, target)) return;
      store.clear();
      store.set(newDraft(userId, target));
    } else if (draft !== null && !isNamed) {
      navigate(stepPath(step, targetOf(draft)), { replace: true });
    }
  }, [isNamed, isOpen, navigate, target, step, store, userId]);
}
