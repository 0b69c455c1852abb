import { Outlet, useLocation, useRouteLoaderData } from '@remix-run/react';
import { useEffect, useMemo } from 'react';
import type { z } from 'zod';
import { indicatedSteps } from '#app/components/domain/designate/designate-steps.ts';
import { DraftContext } from '#app/components/domain/designate/draft-context.ts';
import { StepIndicator } from '#app/components/ui/step-indicator.tsx';
import { draftStoreOf } from '#app/lib/draft-store.ts';
import type { ShellAnswerSchema } from '#app/schemas/screen-answers.ts';

type Shell = z.output<typeof ShellAnswerSchema>;

/** What all steps share: where one stands, and the signed-in user's draft. */
export default function DesignateLayout() {
  const { pathname, search } = useLocation();
  const userId = useRouteLoaderData<Shell>('routes/web/shell')?.user.id ?? '';
  const draft = useMemo(() => ({ userId, store: draftStoreOf(userId) }), [userId]);

  useEffect(() => {
    const hear = (event: StorageEvent) => {
      if (event.newValue === null) draft.store.onRemovedElsewhere(event.key);
    };
    window.addEventListener('storage', hear);
    return () => window.removeEventListener('storage', hear);
  }, [draft]);

  return (
    <DraftContext.Provider value={draft}>
      <StepIndicator {...indicatedSteps(pathname, search)} label="Steps of the designation" />
      <Outlet />
    </DraftContext.Provider>
  );
}
