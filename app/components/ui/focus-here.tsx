import { type ReactNode, useEffect, useRef } from 'react';

/** Focuses its content on mount, for responses to a click whose button may be gone. */
export function FocusHere({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div ref={ref} tabIndex={-1}>
      {children}
    </div>
  );
}
