import { type RefObject, useEffect } from 'react';
import { useDraftStore } from '#app/components/designate/draft-context.ts';

/** Lets a form go only after what is typed has been saved; see `holdSubmits`. */
export function useHeldSubmit(formRef: RefObject<HTMLFormElement>): void {
  const { holdSubmits } = useDraftStore();
  useEffect(() => {
    if (formRef.current !== null) return holdSubmits(formRef.current);
  }, [formRef, holdSubmits]);
}
