import { parseForm } from '#app/lib/parse-form.ts';
import { data, type MetaFunction, redirect } from '@remix-run/node';
import {
  Link,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useLocation,
  useNavigate,
} from '@remix-run/react';
import {
  formClientAction,
  revalidateUnlessRefused,
  useReply,
} from '#app/components/site/form-client-action.ts';
import { type ReactNode, useEffect } from 'react';
import { AgreementForm, ResumeDialog } from '#app/components/designate/agreement-form.tsx';
import {
  PENDING_NEEDS_SCRIPTS,
  resumeQuestion,
  targetOf,
  requestedStep,
} from '#app/components/designate/designate-steps.ts';
import { stepPath } from '#app/lib/urls/step-path.ts';
import { PendingWithoutScripts } from '#app/components/designate/pending-without-scripts.tsx';
import { DecisionBanner } from '#app/components/designations/decision-banner.tsx';
import { stepTitle } from '#app/components/site/titled.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { createDesignation } from '#app/domain/designations/create-designation.server.ts';
import { listDesignations } from '#app/domain/designations/list-designations.server.ts';
import { patchDesignation } from '#app/domain/designations/patch-designation.server.ts';
import { Conflict, NotFound, VersionConflict } from '#app/lib/domain-errors.ts';
import { lockedSentence } from '#app/messages/locked-designation.ts';
import { authorize, can } from '#app/policy/authorize.ts';
import { AgreementFormSchema } from '#app/schemas/designate-forms.ts';
import {
  AgreementScreenSchema,
  type TakenDesignation,
  TakenDesignationSchema,
} from '#app/schemas/designate-screens.ts';
import type { SignedInCall } from '#app/server/screen-call.server.ts';
import { formAction, type FormReply, refusalMessage, screen } from '#app/server/web-route.server.ts';
import { targetOfUrl, correctionsDue, findTarget } from './designate-target.server.ts';
import { useDraftOpen, useDraftServices } from '#app/components/designate/draft/draft-context.tsx';
import { type DraftTarget, isDraftOf, newDraft } from '#app/components/designate/draft/draft.ts';

const TERMS_CHANGED =
  'The designation terms have changed since you opened this page. Read the new ones below, then continue.';
const UNKNOWN_SCHOOL = 'Error: Cannot designate for unknown highschool';

/** Also after the terms have changed (412), to show the new ones. */
export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs) =>
  args.actionStatus === 412 || revalidateUnlessRefused(args);

export const meta: MetaFunction<typeof loader> = ({ data: step, matches }) =>
  stepTitle('Agreement', step?.target?.highSchool, matches);

export const loader = screen(async (call) => {
  const { ctx, actor, url } = call;
  const isNamed = url.searchParams.has('school') || url.searchParams.has('year');
  const target = await findTarget(call);
  const response = {
    target,
    isNamed,
    existing: null,
    due: null,
    version: target?.designation?.version ?? null,
    hasAccepted: false,
    mustAcceptAgain: false,
    terms: ctx.settings.terms,
    mayDesignate: true,
  };
  if (target === null) return data(response, { status: isNamed ? 404 : 200 });
  if (!can(actor, 'designation.editDraft', { highSchoolId: target.highSchool.id })) {
    return data({ ...response, mayDesignate: false }, { status: 403 });
  }
  const { items } = await listDesignations(ctx, {
    highSchoolId: target.highSchool.id,
    academicYearId: target.academicYear.id,
  });
  const existing = items[0] ?? null;
  const hasAccepted = existing?.acceptedTermsAndConditions === true && existing.submittedBy.id === actor.id;
  const due = existing === null ? null : await correctionsDue(call, existing);
  const mustAcceptAgain =
    existing?.acceptedTermsAndConditions === false && target.designation?.hasAcceptedEarlierTerms === true;
  return { ...response, existing, due, hasAccepted, mustAcceptAgain };
}, AgreementScreenSchema);

interface AgreementReply {
  readonly reply?: FormReply;
  /** Why this designation can't continue. */
  readonly refusal?: string;
  readonly question?: { readonly question: string; readonly designationId: string };
}

export const action = formAction(async (call, form) => {
  const target = targetOfUrl(call.url);
  if (target !== null && can(call.actor, 'highSchool.read', target)) {
    authorize(call.actor, 'designation.editDraft', target);
  }
  const submission = parseForm(form, { schema: AgreementFormSchema });
  if (submission.status !== 'success') return respondWith({ reply: submission.reply() }, 400);
  const { confirmed, version, terms } = submission.value;
  const reply = submission.reply();
  if (terms !== undefined && terms !== call.ctx.settings.terms.version) {
    return respondWith({ refusal: TERMS_CHANGED }, 412);
  }
  try {
    const taken = await startDesignation(call);
    if (taken === null) return redirect(`/designate/method${call.url.search}`);
    const locked = lockedSentence(taken.status);
    if (locked !== null) return respondWith({ reply, refusal: locked }, 409);
    const question = resumeQuestion(taken, call.actor.id);
    if (question !== null && !confirmed) {
      return respondWith({ reply, question: { question, designationId: taken.id } }, 409);
    }
    if (taken.status === 'PENDING') return respondWith({ reply, refusal: PENDING_NEEDS_SCRIPTS }, 409);
    await acceptTerms(call, taken.id, version);
    return redirect(`/designate/method${call.url.search}`);
  } catch (error) {
    if (error instanceof NotFound) return respondWith({ reply, refusal: UNKNOWN_SCHOOL }, 404);
    const { message, status } = refusalMessage(error, form);
    return respondWith({ reply, refusal: message }, status);
  }
});

function respondWith(reply: AgreementReply, status: number) {
  return data<AgreementReply>(reply, { status });
}

/** Starts the designation, which accepts the terms. Returns the existing one if there is one. */
async function startDesignation({ ctx, url }: SignedInCall): Promise<TakenDesignation | null> {
  const target = targetOfUrl(url);
  if (target === null) throw new NotFound();
  try {
    await createDesignation(ctx, target);
    return null;
  } catch (error) {
    const taken =
      error instanceof Conflict ? TakenDesignationSchema.safeParse(error.details['designation']) : null;
    if (taken?.success === true) return taken.data;
    throw error;
  }
}

/** Accepts an existing designation's terms at the version shown. Does nothing if they're already accepted. */
async function acceptTerms(call: SignedInCall, id: string, version: number | undefined): Promise<void> {
  const target = await findTarget(call);
  if (target?.designation?.acceptedTermsAndConditions === true) return;
  if (version === undefined) throw new VersionConflict();
  await patchDesignation(call.ctx, { id, patch: { acceptedTermsAndConditions: true }, ifMatch: version });
}

export const clientAction = formClientAction('', 'Error: ');

/** The first step: agree to the terms (specification, section 2). */
export default function Agreement() {
  const { target, isNamed, existing, due, version, mayDesignate, ...agreement } =
    useLoaderData<typeof loader>();
  const reply = useReply<typeof action>();
  useChosenTarget(target, isNamed);

  if (target === null) {
    return (
      <AgreementFrame>
        {isNamed ? (
          <Banner tone="danger">{UNKNOWN_SCHOOL}</Banner>
        ) : (
          <p>No high school selected to designate for. Please select one on your dashboard.</p>
        )}
        <ToDashboard />
      </AgreementFrame>
    );
  }
  const subtitle = `${target.highSchool.name}, ${target.academicYear.year} academic year`;
  const locked = existing === null ? null : lockedSentence(existing.status);
  if (!mayDesignate || locked !== null) {
    return (
      <AgreementFrame subtitle={subtitle}>
        {locked === null ? <ForSchoolsOnly /> : <Banner tone="danger">{locked}</Banner>}
        <ToDashboard />
      </AgreementFrame>
    );
  }
  return (
    <AgreementFrame subtitle={subtitle}>
      {existing === null ? null : <DecisionBanner {...existing} due={due} />}
      {existing?.status === 'PENDING' ? <PendingWithoutScripts /> : null}
      {reply?.refusal === undefined ? null : <Banner tone="danger">{reply.refusal}</Banner>}
      {reply?.question === undefined ? null : (
        <ResumeDialog {...reply.question} target={target} asked={reply} />
      )}
      <AgreementForm
        key={agreement.terms.version}
        target={target}
        {...agreement}
        version={version}
        reply={reply?.reply}
        question={existing?.status === 'PENDING' ? null : (reply?.question?.question ?? null)}
      />
    </AgreementFrame>
  );
}

function AgreementFrame({ subtitle, children }: { subtitle?: string; children: ReactNode }) {
  return (
    <>
      <PageHeader title="Agreement" subtitle={subtitle} />
      <Stack>{children}</Stack>
    </>
  );
}

function ForSchoolsOnly() {
  return (
    <Banner tone="info" live={false}>
      <p>
        Only the school&apos;s own staff can agree to the terms, so only they can complete these steps. As an
        administrator, you can work on designations in the <Link to="/designations">designations list</Link>.
      </p>
    </Banner>
  );
}

function ToDashboard() {
  return (
    <p>
      <ButtonLink to="/">Go to the dashboard</ButtonLink>
    </p>
  );
}

/**
 * Remembers the chosen school and year. A new choice clears an earlier draft (specification, section 2). A
 * URL without one (`null`) redirects to the same step for the draft's school and year.
 */
function useChosenTarget(target: DraftTarget | null, isNamed: boolean): void {
  const { userId, store } = useDraftServices();
  const isOpen = useDraftOpen(target?.highSchool.id ?? null);
  const navigate = useNavigate();
  const step = requestedStep(useLocation().search);
  useEffect(() => {
    if (!isOpen) return;
    const draft = store.get();
    if (target !== null) {
      if (draft !== null && isDraftOf(draft, target)) return;
      store.clear();
      store.set(newDraft(userId, target));
    } else if (draft !== null && !isNamed) {
      navigate(stepPath(step, targetOf(draft)), { replace: true });
    }
  }, [isNamed, isOpen, navigate, target, step, store, userId]);
}
