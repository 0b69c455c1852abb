import { reviewHref } from '#app/components/designations/review-url.ts';
import { UndoForm } from '#app/components/designations/undo-form.tsx';
import { undoableSentence, undoLabel } from '#app/messages/undo-labels.ts';
import type { Undoable } from '#app/schemas/designation-undo.ts';

/** Offers to undo a decision about this or the previous designation, while that is possible. */
export function UndoDecision({ undo, listQuery }: { undo: Undoable | null; listQuery: string }) {
  if (undo === null) return null;
  const { id, version, status, secondsLeft } = undo;
  return (
    <div className="mb-4">
      <UndoForm
        key={`${id} ${version}`}
        action={reviewHref(id, listQuery)}
        label={undoLabel(status)}
        name="intent"
        value="undo"
        fields={[['version', String(version)]]}
        secondsLeft={secondsLeft}
      >
        {undoableSentence(undo)}
      </UndoForm>
    </div>
  );
}
