import { type ReactNode, useEffect, useRef } from 'react';
import { Cluster, Stack } from '#app/components/ui/layout.tsx';
import { Banner } from '#app/components/ui/banner.tsx';
import { Button } from '#app/components/ui/button.tsx';

/** One stage of the import. Its heading is focused, at the top of the window, when the stage starts. */
export function StageFrame({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <Stack>
      <h3 ref={heading} tabIndex={-1}>
        {title}
      </h3>
      {children}
    </Stack>
  );
}

interface StageActionsProps {
  label: string;
  onContinue(): void;
  onCancel(): void;
  refusal?: string | null;
  /** Buttons to go back, between the primary button and Cancel. */
  children?: ReactNode;
}

/** The buttons of each stage, which stay at the bottom of the window. */
export function StageActions(props: StageActionsProps) {
  const { label, onContinue, onCancel, refusal = null, children } = props;
  return (
    <div className="import-actions stack">
      {refusal === null ? null : (
        <Banner key={refusal} tone="danger">
          {refusal}
        </Banner>
      )}
      <Cluster>
        <Button variant="primary" onClick={onContinue}>
          {label}
        </Button>
        {children}
        <Button onClick={onCancel}>Cancel</Button>
      </Cluster>
    </div>
  );
}
