import type { ReactNode } from 'react';
import { Banner } from '#app/components/ui/banner.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Cluster } from '#app/components/ui/layout.tsx';

interface StageActionsProps {
  label: string;
  onGoOn(): void;
  onCancel(): void;
  refusal?: string | null;
  /** Buttons to go back, between the primary button and Cancel. */
  children?: ReactNode;
}

/** The buttons at the end of each stage. */
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
