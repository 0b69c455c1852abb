import type { ReactNode } from 'react';

/** Text for screen readers only, such as 'school' in a table's 'View school'. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="visually-hidden">{children}</span>;
}
