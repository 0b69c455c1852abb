import { useNavigate } from '@remix-run/react';
import { useState } from 'react';
import { stepPath, targetOf } from '#app/components/designate/designate-steps.ts';
import { useDraftServices } from '#app/components/designate/draft/draft-context.tsx';
import type { DraftStore } from '#app/components/designate/draft/draft-store.ts';
import {
  type Draft,
  draftOfDesignation,
  type DraftTarget,
  reconcileDraft,
  type StoredDesignation,
} from '#app/components/designate/draft/draft.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { ConfirmDialog } from '#app/components/ui/dialog.tsx';
import { failureText } from '#app/lib/browser/api-answer.ts';

interface ResumeDialogProps {
  question: string;
  designationId: string;
  target: DraftTarget;
  /** The server's response with the question; each new one opens the dialog again. */
  asked: object;
}

/** Asks whether to edit an existing designation, then loads it into the draft (specification, section 4). */
export function ResumeDialog({ question, designationId, target, asked }: ResumeDialogProps) {
  const { userId, store } = useDraftServices();
  const navigate = useNavigate();
  const [answered, setAnswered] = useState<object | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const resume = async () => {
    setAnswered(asked);
    setFailure(null);
    const outcome = await loadIntoDraft(store, userId, designationId);
    if (outcome === null) {
      navigate(stepPath('method', targetOf(target)));
    } else setFailure(outcome);
  };

  return (
    <>
      {failure === null ? null : <Banner tone="danger">{failure}</Banner>}
      <ConfirmDialog
        open={answered !== asked}
        title="Edit this designation?"
        message={question}
        confirmLabel="Edit designation"
        onConfirm={() => void resume()}
        onCancel={() => setAnswered(asked)}
      />
    </>
  );
}

/**
 * Loads the designation through the REST API into the draft, and stores that the terms are accepted.
 * Returns an error message or null.
 */
async function loadIntoDraft(
  store: DraftStore,
  userId: string,
  designationId: string,
): Promise<string | null> {
  const { fetchDesignation, patchDesignation } = await import('#app/lib/browser/api-client.ts');
  try {
    let designation = await fetchDesignation(designationId);
    if (designation.status === 'STARTED' && !designation.acceptedTermsAndConditions) {
      designation = await patchDesignation(
        designationId,
        { acceptedTermsAndConditions: true },
        designation.version,
      );
    }
    store.set(resumedOrLoaded(store.get(), userId, designation));
    return null;
  } catch (error) {
    return failureText(error);
  }
}

/** Preserves edits of the same designation in the browser. */
function resumedOrLoaded(draft: Draft | null, userId: string, designation: StoredDesignation): Draft {
  const isOpen = draft !== null && draft.id === designation.id;
  const copy = isOpen ? reconcileDraft(draft, userId, designation) : null;
  return copy?.draft ?? draftOfDesignation(userId, designation);
}
