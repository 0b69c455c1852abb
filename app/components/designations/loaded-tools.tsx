import { type ComponentProps, useEffect, useState } from 'react';
import type { ReviewTools } from '#app/components/designations/review-tools.tsx';

/** Who else reviews the designation, and the shortcut keys. */
export function LoadedReviewTools(props: ComponentProps<typeof ReviewTools>) {
  const tools = useTools();
  return tools === null ? null : <tools.ReviewTools {...props} />;
}

/** The shortcut keys of a page that can undo a decision, but isn't about one designation. */
export function LoadedShortcutKeys() {
  const tools = useTools();
  return tools === null ? null : (
    <div className="review-tools">
      <tools.ShortcutKeys />
    </div>
  );
}

const loadTools = () => import('#app/components/designations/review-tools.tsx');
type Tools = Awaited<ReturnType<typeof loadTools>>;

/** Loads the parts that need scripts after the page, which works without them if that fails. */
function useTools(): Tools | null {
  const [tools, setTools] = useState<Tools | null>(null);
  useEffect(() => {
    void loadTools().then(setTools, () => undefined);
  }, []);
  return tools;
}
