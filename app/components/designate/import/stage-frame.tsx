import { type ReactNode, useEffect, useRef } from 'react';
import { Stack } from '#app/components/ui/layout.tsx';

/** One stage of the import. Its heading is focused when the stage starts. */
export function StageFrame({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Stack>
      <h3 ref={heading} tabIndex={-1}>
        {title}
      </h3>
      {children}
    </Stack>
  );
}
