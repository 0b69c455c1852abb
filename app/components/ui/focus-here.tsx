import { type ReactNode, useEffect, useRef } from 'react';

/** Takes the focus as it appears: for what a press is answered with, where the button that was pressed may be gone. */
export function FocusHere({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div ref={ref} tabIndex={-1}>
      {children}
    </div>
  );
}
