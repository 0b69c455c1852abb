import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react';
import { Form, useNavigate } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { useDraftOpen, useDraftServices } from '#app/components/designate/draft/draft-context.tsx';
import {
  type DraftTarget,
  isDraftOf,
  type Draft,
  draftOfDesignation,
  reconcileDraft,
  type StoredDesignation,
} from '#app/components/designate/draft/draft.ts';
import { useSite } from '#app/components/site/site-context.ts';
import { CheckboxField } from '#app/components/forms/checkbox-field.tsx';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { StepBar } from '#app/components/designate/step-frame.tsx';
import { FormStack } from '#app/components/forms/form-layout.tsx';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { useLazyChecks, validateWith } from '#app/components/forms/use-lazy-checks.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { ExternalLink } from '#app/components/ui/external-link.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import type { AgreementForm as AgreementFields } from '#app/schemas/designate-forms.ts';
import { targetOf } from '#app/components/designate/designate-steps.ts';
import { stepPath } from '#app/lib/urls/step-path.ts';
import type { DraftStore } from '#app/components/designate/draft/draft-store.ts';
import { ConfirmDialog } from '#app/components/ui/dialog.tsx';
import { failureText } from '#app/lib/browser/api-response.ts';

const fetchChecks = () => import('#app/components/designate/designate-validation.ts');

interface AgreementFormProps {
  target: DraftTarget;
  /** Whether the user has already accepted the terms of this designation. */
  hasAccepted: boolean;
  /** Whether earlier terms were accepted, and the current ones must be, too. */
  mustAcceptAgain: boolean;
  /** The office's own text, in paragraphs, and the version of all terms. */
  terms: { text: string; version: string };
  version: number | null;
  reply: SubmissionResult<string[]> | undefined;
  /** Question before editing an existing designation. Without JavaScript, a button confirms it. */
  question: string | null;
}

/** The terms, with a checkbox to accept them (specification, section 2, Agreement). */
export function AgreementForm(props: AgreementFormProps) {
  const { target, hasAccepted, mustAcceptAgain, terms, version, reply, question } = props;
  const { handbookUrl } = useSite();
  const { store } = useDraftServices();
  const formRef = useRef<HTMLFormElement>(null);
  const checks = useLazyChecks(formRef, fetchChecks);
  const onValidate = validateWith(checks?.checkAgreement);
  const isOpen = useDraftOpen(target.highSchool.id);
  const [form, fields] = useForm<AgreementFields>({
    id: 'agreement',
    lastResult: reply ?? null,
    defaultValue: { accepted: hasAccepted },
    shouldRevalidate: 'onInput',
    onValidate,
  });

  useEffect(() => {
    const draft = store.get();
    if (mustAcceptAgain) return;
    if (!isOpen || draft === null || !isDraftOf(draft, target) || !draft.acceptedTerms) return;
    const box = formRef.current?.elements.namedItem('accepted');
    if (box instanceof HTMLInputElement) box.checked = true;
  }, [isOpen, mustAcceptAgain, target, store]);

  return (
    <Form method="post" {...getFormProps(form)} ref={formRef}>
      {version === null ? null : <input type="hidden" name="version" value={version} />}
      <input type="hidden" name="terms" value={terms.version} />
      <FormStack>
        {question === null ? null : (
          <noscript>
            <Banner tone="warning">
              <p>{question}</p>
              <SubmitButton variant="outline" name="confirmed" value="on">
                Edit designation
              </SubmitButton>
            </Banner>
          </noscript>
        )}
        <ErrorSummary form={form} />
        {mustAcceptAgain ? (
          <Banner tone="warning" live={false}>
            The designation terms have changed since you accepted them. Read the new terms below, then accept
            them.
          </Banner>
        ) : null}
        <Panel title="Designation terms">
          <p>
            The terms are in the <ExternalLink href={handbookUrl}>program handbook</ExternalLink>. In short:
          </p>
          <ul>
            <li>
              The students are in the top ten percent of the junior class at the end of the spring term.
            </li>
            <li>Ties are resolved on academic factors.</li>
            <li>
              Dual-enrolled students are counted by their primary school, the one where they have the most
              credits.
            </li>
          </ul>
          {paragraphsOf(terms.text).map((paragraph) => (
            <p key={paragraph} className="text-pre-line text-break">
              {paragraph}
            </p>
          ))}
          <CheckboxField
            field={fields.accepted}
            label="I have read and agree to the program handbook terms"
          />
        </Panel>
        <StepBar>
          <SubmitButton pendingLabel="One moment…">Continue</SubmitButton>
        </StepBar>
      </FormStack>
    </Form>
  );
}

function paragraphsOf(text: string): string[] {
  return text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
}

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
  const { fetchDesignation, patchDesignation } =
    await import('#app/components/designations/designation-client.ts');
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
