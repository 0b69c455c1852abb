import type { ReactNode } from 'react';

/** Words for assistive technology alone, such as the 'school' in a table's 'View school'. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="visually-hidden">{children}</span>;
}
