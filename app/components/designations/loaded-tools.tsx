import { type ComponentProps, lazy, Suspense, useSyncExternalStore } from 'react';
import type { ReviewTools, ShortcutKeys } from '#app/components/designations/review-tools.tsx';

/** Who else reviews the designation, and the shortcut keys. */
export function LoadedReviewTools(props: ComponentProps<typeof ReviewTools>) {
  return useIsHydrated() ? (
    <Suspense fallback={null}>
      <LazyReviewTools {...props} />
    </Suspense>
  ) : null;
}

/** The shortcut keys of a page that can undo a decision, but isn't about one designation. */
export function LoadedShortcutKeys() {
  return useIsHydrated() ? (
    <Suspense fallback={null}>
      <div className="review-tools">
        <LazyShortcutKeys />
      </div>
    </Suspense>
  ) : null;
}

/** Parts that need scripts. Loaded after the page, which works without them if that fails. */
const loadTools = () => import('#app/components/designations/review-tools.tsx').catch(() => null);
const LazyReviewTools = lazy<typeof ReviewTools>(async () => ({
  default: (await loadTools())?.ReviewTools ?? (() => <></>),
}));
const LazyShortcutKeys = lazy<typeof ShortcutKeys>(async () => ({
  default: (await loadTools())?.ShortcutKeys ?? (() => <></>),
}));

const subscribeToNothing = () => () => undefined;

function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}
