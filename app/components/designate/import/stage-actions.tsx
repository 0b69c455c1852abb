import type { ReactNode } from 'react';
import { Banner } from '#app/components/ui/banner.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Cluster } from '#app/components/ui/layout.tsx';

interface StageActionsProps {
  /** What the first button says. */
  label: string;
  onGoOn(): void;
  onCancel(): void;
  /** Why it did not go on; null where nothing is wrong. */
  refusal?: string | null;
  /** The ways back, between the first button and Cancel. */
  children?: ReactNode;
}

/** What stands at the end of each stage of the import. */
export function StageActions({ label, onGoOn, onCancel, refusal = null, children }: StageActionsProps) {
  return (
    <>
      {refusal === null ? null : (
        <Banner key={refusal} tone="danger">
          {refusal}
        </Banner>
      )}
      <Cluster>
        <Button variant="primary" onClick={onGoOn}>
          {label}
        </Button>
        {children}
        <Button onClick={onCancel}>Cancel</Button>
      </Cluster>
    </>
  );
}
