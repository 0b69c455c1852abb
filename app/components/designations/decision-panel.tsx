import { useRouteLoaderData } from '@remix-run/react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import type { z } from 'zod';
import {
  DecisionForm,
  decisionFormId,
  type DecisionFormProps,
} from '#app/components/designations/decision-form.tsx';
import { LoadedReviewTools } from '#app/components/designations/loaded-tools.tsx';
import { useVersionedForms } from '#app/components/forms/use-versioned-forms.ts';
import type { ServerReply } from '#app/components/forms/server-errors.ts';
import { buttonClass } from '#app/components/ui/button.tsx';
import { DECISION_KINDS, type DecisionKind, type DesignationStatus } from '#app/schemas/enums.ts';
import type { ShellResponseSchema } from '#app/schemas/screen-responses.ts';

const CHOICES = [
  { kind: 'return', title: 'Return…', shortcut: 'r', status: 'RETURNED' },
  { kind: 'reject', title: 'Reject…', shortcut: 'j', status: 'REJECTED' },
  { kind: 'status', title: 'Other status…', shortcut: 's', status: null },
] as const;

const DECISION_FORMS = DECISION_KINDS.map(decisionFormId);

type Shell = z.input<typeof ShellResponseSchema>;

interface DecisionPanelProps extends Omit<DecisionFormProps, 'kind' | 'reply' | 'draft'> {
  /** What the form of a return or rejection contains at first. */
  draft: DecisionFormProps['draft'];
  reply: ServerReply;
  isIncomplete: boolean;
  /** YYYY-MM-DD. */
  today: string;
  next: ComponentProps<typeof LoadedReviewTools>['next'];
}

/** The reviewer's decision, which stays in view: one click to approve, and a form for everything else. */
export function DecisionPanel({ reply, isIncomplete, draft, today, next, ...props }: DecisionPanelProps) {
  const { designation } = props;
  const {
    filledIn,
    formKey: version,
    refusal,
  } = useVersionedForms(designation, {
    ...{ intent: 'decide', reply, forms: DECISION_FORMS },
    changedBy: ['decide', 'correct', 'undo'],
    emptiedBy: ['decide', 'undo'],
  });
  const replyTo = (kind: DecisionKind) =>
    refusal !== undefined && (refusal.initialValue?.['kind'] ?? 'status') === kind ? refusal : undefined;
  const draftOf = (kind: DecisionKind) => (draft?.kind === kind && refusal === undefined ? draft : null);
  const userId = useRouteLoaderData<Shell>('routes/web/shell')?.user.id ?? '';
  /** Remounts a form when a new version is stored, unless it shows errors for what was typed. */
  const formKey = (kind: DecisionKind) => (replyTo(kind) === undefined ? `${kind} ${version}` : kind);
  /** Hides the decision that was already made, unless its form shows that a colleague made it first. */
  const isOffered = (kind: DecisionKind, outcome: DesignationStatus | null) =>
    outcome !== filledIn.status || replyTo(kind) !== undefined;
  return (
    <section className="card decision-panel" aria-labelledby="decision-title">
      <h2 id="decision-title">Decision</h2>
      {isOffered('approve', 'APPROVED') ? (
        <>
          {isIncomplete ? <p className="decision-remark">This designation is incomplete.</p> : null}
          <DecisionForm
            key={formKey('approve')}
            {...props}
            designation={filledIn}
            kind="approve"
            reply={replyTo('approve')}
          />
        </>
      ) : null}
      {CHOICES.filter((choice) => isOffered(choice.kind, choice.status)).map(({ kind, title, shortcut }) => (
        <DecisionChoice
          key={formKey(kind)}
          title={title}
          shortcut={shortcut}
          isOpen={replyTo(kind) !== undefined || draftOf(kind) !== null}
        >
          <DecisionForm
            {...props}
            designation={filledIn}
            kind={kind}
            reply={replyTo(kind)}
            draft={draftOf(kind)}
          />
        </DecisionChoice>
      ))}
      <LoadedReviewTools designation={filledIn} userId={userId} today={today} next={next} />
    </section>
  );
}

function DecisionChoice({
  title,
  shortcut,
  isOpen,
  children,
}: {
  title: string;
  shortcut: string;
  isOpen: boolean;
  children: ReactNode;
}) {
  // Initial value only: an open form must not close when the page changes.
  const [startsOpen] = useState(isOpen);
  return (
    <details className="decision-choice" name="decision" open={startsOpen}>
      <summary className={buttonClass({})} data-shortcut={shortcut}>
        {title}
      </summary>
      {children}
    </details>
  );
}
