import { Outlet, useLocation, useRouteLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { indicatedSteps } from '#app/components/designate/designate-steps.ts';
import { DraftProvider } from '#app/components/designate/draft/draft-provider.tsx';
import { StepIndicator } from '#app/components/ui/step-indicator.tsx';
import type { ShellResponseSchema } from '#app/schemas/screen-responses.ts';

type Shell = z.output<typeof ShellResponseSchema>;

export default function DesignateLayout() {
  const { pathname, search } = useLocation();
  const userId = useRouteLoaderData<Shell>('routes/web/shell')?.user.id ?? '';
  return (
    <DraftProvider userId={userId}>
      <StepIndicator {...indicatedSteps(pathname, search)} label="Designation steps" />
      <Outlet />
    </DraftProvider>
  );
}
