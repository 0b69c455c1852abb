import { parseForm } from '#app/lib/parse-form.ts';
import { data } from '@remix-run/node';
import { formClientAction, useReply } from '#app/components/site/form-client-action.ts';
import { DESIGNATION_REFUSED } from '#app/messages/save-messages.ts';
import { useEffect, useState } from 'react';
import { BulkDecisionForm } from '#app/components/designations/bulk-decision-form.tsx';
import { BulkOutcome, UndoneDecisions } from '#app/components/designations/bulk-outcome.tsx';
import { clearSelection } from '#app/components/designations/saved-selection.ts';
import { filterOf, hrefOf, listOf } from '#app/components/designations/list-url.ts';
import { withoutAllYears } from '#app/schemas/designation-filters.ts';
import { SelectionDownload } from '#app/components/designations/selection-download.tsx';
import { titled } from '#app/components/site/titled.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { decideDesignations } from '#app/domain/designations/decide-designations.server.ts';
import { joinSkipped, skipWarned } from '#app/domain/designations/skipped-designations.server.ts';
import { getListPanel } from '#app/domain/designations/designation-screen-queries.server.ts';
import { findBulkUndo } from '#app/domain/designations/find-undoable.server.ts';
import { planDecisions } from '#app/domain/designations/plan-decisions.server.ts';
import { undoDecisions } from '#app/domain/designations/undo-decisions.server.ts';
import { planDownload } from '#app/domain/exports/designation-selection.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import { DesignationFilterSchema, DesignationListPageQuerySchema } from '#app/schemas/designation.ts';
import {
  BulkDecisionFormSchema,
  BulkUndoFormSchema,
  BulkSelectionSchema,
  type BulkStatus,
  type SelectionForm,
  SelectionFormSchema,
} from '#app/schemas/designation-bulk.ts';
import {
  type BulkResponse,
  BulkResponseSchema,
  type StoredBulkResponse,
} from '#app/schemas/designation-bulk-screens.ts';
import { NothingSchema, type ShellResponseSchema } from '#app/schemas/screen-responses.ts';
import { intentOf, BULK_FORM } from '#app/server/read-form.server.ts';
import { malformedForm } from '#app/server/http-errors.ts';
import { parseQuery } from '#app/server/parse-input.server.ts';
import { formAction, type FormReply, screen } from '#app/server/web-route.server.ts';
import { useRouteLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { forgetAtLogout } from '#app/lib/browser/logout-elsewhere.ts';
import { attempt, setStoredItem, tabKey, tabStorage } from '#app/lib/browser/user-storage.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';
export { revalidateUnlessRefused as shouldRevalidate } from '#app/components/site/form-client-action.ts';

export const meta = titled('Selected designations');

const STATUS_OF = { approve: 'APPROVED', return: 'RETURNED', reject: 'REJECTED' } as const;

/** The selection arrives with the list's form, so there's nothing to load. */
export const loader = screen(({ ctx }) => {
  authorize(ctx.actor, 'designation.decideMany');
  return Promise.resolve({});
}, NothingSchema);

/** The list's form returns a preview, and the preview's form the result. The selection is never in a URL. */
export const action = formAction(
  async ({ ctx }, form) => {
    authorize(ctx.actor, 'designation.decideMany');
    const intent = intentOf(form, ['decide', 'undo'], 'action');
    if (intent !== null) return intent === 'decide' ? decide(ctx, form) : undo(ctx, form);
    const submission = parseForm(form, { schema: SelectionFormSchema });
    if (submission.status !== 'success') throw malformedForm();
    return data<BulkReply>({ ...(await ask(ctx, submission.value)), reply: null });
  },
  { returnTo: '/designations', limits: BULK_FORM },
);

type BulkReply = BulkResponse & { reply: FormReply | null };

async function ask(
  ctx: Ctx,
  { action: wanted, all, search, ...chosen }: SelectionForm,
): Promise<BulkResponse> {
  const expected = [...new Map([...chosen.selected, ...chosen.page].map((one) => [one.id, one])).values()];
  if (!all && expected.length === 0) return checkedResponse({ step: 'nothing', search });
  const pageQuery = parseQuery(DesignationListPageQuerySchema, withoutAllYears(new URLSearchParams(search)));
  if (wanted === 'download') {
    if (!all) return checkedResponse({ step: 'download', plan: await planDownload(ctx, expected), search });
    const { total, downloads } = await getListPanel(ctx, pageQuery);
    return checkedResponse({
      step: 'downloadAll',
      total,
      isSomeDownloaded: downloads?.someOfFilter ?? false,
      search,
    });
  }
  const scope = all
    ? { filter: DesignationFilterSchema.strip().parse(pageQuery), order: pageQuery }
    : { expected };
  return checkedResponse({
    step: 'decide',
    plan: await planDecisions(ctx, { status: STATUS_OF[wanted], scope }),
    search,
  });
}

async function decide(ctx: Ctx, form: FormData) {
  const submission = parseForm(form, { schema: BulkDecisionFormSchema });
  if (submission.status !== 'success') return repeatQuestion(ctx, form, submission.reply());
  const { search, note, withoutEmail, displayed, leaveOutIncomplete, leaveOutMatched, earlier, ...decision } =
    submission.value;
  const { designations, skipped } = await skipWarned(ctx, decision.designations, {
    ...{ incomplete: leaveOutIncomplete, matched: leaveOutMatched },
  });
  const decided = await decideDesignations(ctx, {
    ...{ ...decision, designations, note: note || null, notify: !withoutEmail },
    earlier: earlier.map(({ id }) => id),
  });
  const outcome = { ...decided, skipped: joinSkipped(skipped, decided.skipped) };
  const response = {
    step: 'done',
    outcome,
    decision: { ...decision, note, withoutEmail },
    undo: await findBulkUndo(ctx, {
      ids: [...earlier, ...designations].map(({ id }) => id),
      status: decision.status,
    }),
    search,
  } as const;
  return data<BulkReply>({ ...checkedResponse(response), reply: null });
}

async function undo(ctx: Ctx, form: FormData) {
  const submission = parseForm(form, { schema: BulkUndoFormSchema });
  if (submission.status !== 'success') throw malformedForm();
  const { designations, search } = submission.value;
  const outcome = await undoDecisions(ctx, { designations });
  return data<BulkReply>({ ...checkedResponse({ step: 'undone', outcome, search }), reply: null });
}

/** Shows the form again with its errors. The selection and the skipped designations stay as displayed. */
async function repeatQuestion(ctx: Ctx, form: FormData, reply: FormReply) {
  const submission = parseForm(form, { schema: BulkSelectionSchema });
  if (submission.status !== 'success') throw malformedForm();
  const { status, designations, displayed, search } = submission.value;
  const anew = await planDecisions(ctx, { status, scope: { expected: designations } });
  const plan = { ...anew, waiting: displayed.waiting, skipped: joinSkipped(displayed.skipped, anew.skipped) };
  return data<BulkReply>({ ...checkedResponse({ step: 'decide', plan, search }), reply }, { status: 400 });
}

function checkedResponse(response: BulkResponse): BulkResponse {
  return BulkResponseSchema.parse(response);
}

const TITLES: Record<BulkStatus, string> = {
  APPROVED: 'Approve designations',
  RETURNED: 'Return designations',
  REJECTED: 'Reject designations',
};

export const clientAction = formClientAction(DESIGNATION_REFUSED);

export default function BulkDecision() {
  const reply = useReply<typeof action>();
  const response = useLastBulkResponse(reply);
  const search = new URLSearchParams(response?.search ?? '');
  const isDone = response?.step === 'done' || response?.step === 'undone';
  useEffect(() => {
    if (isDone) clearSelection();
  }, [isDone]);
  // The change may have removed rows from the filtered list, so go back to its first page.
  const list = hrefOf(isDone ? listOf(search) : search);
  return (
    <>
      <PageHeader back={{ to: list, label: 'Designations' }} title={titleOf(response)} />
      {response?.step === 'decide' ? (
        <BulkDecisionForm {...response} reply={reply?.reply ?? null} list={list} />
      ) : response?.step === 'done' ? (
        <BulkOutcome {...response} list={list} />
      ) : response?.step === 'undone' ? (
        <UndoneDecisions {...response} list={list} />
      ) : response?.step === 'download' ? (
        <SelectionDownload {...response.plan} list={list} />
      ) : response?.step === 'downloadAll' ? (
        <SelectionDownload {...response} filter={filterOf(search).toString()} list={list} />
      ) : (
        <Panel>
          <EmptyState
            title="Nothing is selected"
            actions={<ButtonLink to={list}>Back to designations</ButtonLink>}
          >
            Select designations in the list, then choose an action.
          </EmptyState>
        </Panel>
      )}
    </>
  );
}

function titleOf(response: BulkResponse | undefined): string {
  switch (response?.step) {
    case 'decide':
      return TITLES[response.plan.status];
    case 'done':
      return TITLES[response.outcome.status];
    case 'undone':
      return 'Undo decisions';
    case 'download':
    case 'downloadAll':
      return 'Download designations';
    default:
      return 'Selected designations';
  }
}

/**
 * Returns the response about the selected designations, restored after a reload of the tab. It has reasons
 * and note, but no students, and is deleted at logout.
 */
function useLastBulkResponse(response: BulkResponse | undefined): BulkResponse | undefined {
  const shell = useRouteLoaderData<z.output<typeof ShellResponseSchema>>('routes/web/shell');
  const [last, setLast] = useState<BulkResponse>();
  const key = tabKey(shell?.user.id ?? '', 'selection');
  useEffect(forgetAtLogout, []);
  useEffect(() => {
    if (response !== undefined) {
      setStoredItem(tabStorage(), key, JSON.stringify({ ...response, storedAt: Date.now() }));
      return;
    }
    const text = attempt(() => tabStorage()?.getItem(key) ?? null, null);
    if (text === null) return;
    void import('#app/schemas/designation-bulk-screens.ts').then(({ StoredBulkResponseSchema }) => {
      const parsed = StoredBulkResponseSchema.safeParse(attempt<unknown>(() => JSON.parse(text), null));
      if (parsed.success) setLast(agedResponse(parsed.data, Date.now()));
    });
  }, [response, key]);
  return response ?? last;
}

/** Subtracts the time since the response was stored from the time left for an undo. */
function agedResponse({ storedAt, ...response }: StoredBulkResponse, now: number): BulkResponse {
  if (response.step !== 'done' || response.undo === null) return response;
  const passed = Math.max(0, Math.ceil((now - storedAt) / 1000));
  const secondsLeft = Math.max(0, response.undo.secondsLeft - passed);
  return { ...response, undo: { ...response.undo, secondsLeft } };
}
