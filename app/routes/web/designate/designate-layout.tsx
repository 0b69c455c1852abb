import { Outlet, useLocation, useRouteLoaderData } from '@remix-run/react';
import { useEffect } from 'react';
import type { z } from 'zod';
import { indicatedSteps } from '#app/components/designate/designate-steps.ts';
import { DraftContext } from '#app/components/designate/draft-context.ts';
import { useDraftServices } from '#app/components/designate/use-draft-services.ts';
import { useLeaving } from '#app/components/designate/use-leaving.ts';
import { useConfirm } from '#app/components/ui/confirm.tsx';
import { StepIndicator } from '#app/components/ui/step-indicator.tsx';
import type { ShellAnswerSchema } from '#app/schemas/screen-answers.ts';

type Shell = z.output<typeof ShellAnswerSchema>;

/** What all steps share: where one stands, and the signed-in user's draft and desk. */
export default function DesignateLayout() {
  const { pathname, search } = useLocation();
  const userId = useRouteLoaderData<Shell>('routes/web/shell')?.user.id ?? '';
  const draft = useDraftServices(userId);
  const [confirm, dialog] = useConfirm();
  useLeaving(draft, confirm);

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
      {dialog}
    </DraftContext.Provider>
  );
}
