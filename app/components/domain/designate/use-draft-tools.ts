import { useEffect, useMemo, useState } from 'react';
import type { DraftTools } from '#app/components/domain/designate/draft-context.ts';
import type * as draftTools from '#app/components/domain/designate/draft-tools.ts';
import { restingToolsOf } from '#app/components/domain/designate/resting-tools.ts';

/** Fetched once in a tab. */
let fetched: typeof draftTools | undefined;

/** The tools of the signed-in user; they rest on the server and while a page comes to life. */
export function useDraftTools(userId: string): DraftTools {
  const [module, setModule] = useState(() => (typeof window === 'undefined' ? undefined : fetched));
  useEffect(() => {
    if (module !== undefined) return;
    void import('#app/components/domain/designate/draft-tools.ts').then((arrived) => {
      fetched = arrived;
      setModule(arrived);
    });
  }, [module]);
  return useMemo(
    () => (module === undefined ? restingToolsOf(userId) : module.draftToolsOf(userId)),
    [module, userId],
  );
}
