import { useEffect, useMemo, useState } from 'react';
import type { DraftServices } from '#app/components/designate/draft-context.ts';
import type * as draftTools from '#app/components/designate/draft-services.ts';
import { noopDraftServices } from '#app/components/designate/noop-draft-services.ts';

/** Fetched once in a tab. */
let fetched: typeof draftTools | undefined;

/** The tools of the signed-in user; they rest on the server and while a page comes to life. */
export function useDraftServices(userId: string): DraftServices {
  const [module, setModule] = useState(() => (typeof window === 'undefined' ? undefined : fetched));
  useEffect(() => {
    if (module !== undefined) return;
    void import('#app/components/designate/draft-services.ts').then((arrived) => {
      fetched = arrived;
      setModule(arrived);
    });
  }, [module]);
  return useMemo(
    () => (module === undefined ? noopDraftServices(userId) : module.draftServicesOf(userId)),
    [module, userId],
  );
}
