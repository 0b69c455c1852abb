import {
  listDesignations,
  listDesignationsByIds,
  streamDesignationItems,
} from '#app/domain/designations/list-designations.server.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import {
  type DesignationResponse,
  DesignationFilterSchema,
  type DesignationListItem,
  DesignationListQuerySchema,
} from '#app/schemas/designation.ts';
import { DESIGNATION_WARNING_LABELS } from '#app/schemas/designation-warnings.ts';
import { criteriaLabel, DECISION_REASON_LABELS, DESIGNATION_STATUS_LABELS } from '#app/schemas/enums.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { NEEDED_FOR_MAIL, withServices } from '#cli/with-services.server.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import {
  type DesignationFilterOptions,
  designationFilterValues,
  hasDesignationFilter,
} from '#cli/list-filters.server.ts';
import { type PageOptions, parseFields, parseFilter, parseListFilter } from '#cli/parse-options.server.ts';
import { type Column, instant } from '#cli/terminal/cell-text.ts';
import { pagesFor, printList } from '#cli/terminal/print-list.ts';
import { getDesignation } from '#app/domain/designations/get-designation.server.ts';
import type { MethodField } from '#app/schemas/designation-fields.ts';
import { findDesignationId, findDesignationIds } from '#cli/references.server.ts';
import { printRecord } from '#cli/terminal/print-record.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { type DecisionScope, planDecisions } from '#app/domain/designations/plan-decisions.server.ts';
import { counted } from '#app/lib/text/counted.ts';
import { DECISION_TEXTS, doneSentence } from '#app/messages/decision-labels.ts';
import {
  BulkDecisionSchema,
  type BulkStatus,
  type DecisionPlan,
  type Skipped,
} from '#app/schemas/designation-bulk.ts';
import { type ChangeOptions, confirmChange } from '#cli/apply-change.server.ts';
import { decidePlanned, planSentences, skippedLines } from '#cli/decide-planned.server.ts';
import { ignoreBrokenPipe } from '#cli/command-output.ts';

export interface DesignationListOptions extends DesignationFilterOptions, PageOptions {
  after?: string;
}

export const DESIGNATION_COLUMNS: readonly Column<DesignationListItem>[] = [
  { title: 'School', cell: ({ highSchool }) => highSchool.name },
  { title: 'Year', cell: ({ academicYear }) => academicYear.year },
  { title: 'Status', cell: ({ status }) => DESIGNATION_STATUS_LABELS[status] },
  { title: 'Class size', isNumber: true, cell: ({ classSize }) => classSize },
  { title: 'Criteria', cell: ({ criteria }) => (criteria === null ? null : criteriaLabel(criteria)) },
  { title: 'Submitted by', cell: ({ submittedBy }) => fullName(submittedBy) },
  { title: 'Updated', cell: ({ updatedAt }) => instant(updatedAt) },
  { title: 'Downloaded', cell: ({ downloadedAt }) => instant(downloadedAt) },
  {
    title: 'Warnings',
    cell: ({ warnings = [] }) => ({ list: warnings.map((kind) => DESIGNATION_WARNING_LABELS[kind]) }),
  },
  { title: 'ID', cell: ({ id }) => id },
];

/** `laurel designations list [filters]`: lists designations like the web app. */
export async function designationsList(
  context: CommandContext,
  options: DesignationListOptions,
): Promise<ExitCode> {
  await withServices(context, async (ctx) => {
    const { sort, direction, limit, offset, after } = options;
    const query = parseListFilter(DesignationListQuerySchema, {
      ...(await designationFilterValues(ctx, options)),
      ...{ sort, direction, limit, offset, after },
    });
    await printList(context, {
      columns: DESIGNATION_COLUMNS,
      pages: pagesFor(
        query,
        async (page) => (await listDesignations(ctx, { ...query, ...page })).items,
        () => streamDesignationItems(ctx, query),
      ),
      timeZone: ctx.settings.timeZone,
      empty: 'No designations match.',
    });
  });
  return EXIT.done;
}

const METHOD_COLUMNS: Readonly<Record<MethodField, Column<DesignationResponse>>> = {
  classSize: { title: 'Class size', cell: ({ classSize }) => classSize },
  criteria: {
    title: 'Criteria',
    cell: ({ criteria }) => (criteria === null ? null : criteriaLabel(criteria)),
  },
  criteriaComment: { title: 'Criteria comment', cell: ({ criteriaComment }) => criteriaComment },
};

const FIELDS: readonly Column<DesignationResponse>[] = [
  { title: 'ID', cell: ({ id }) => id },
  { title: 'School', cell: ({ highSchool }) => highSchool.name },
  { title: 'Year', cell: ({ academicYear }) => academicYear.year },
  { title: 'Status', cell: ({ status }) => DESIGNATION_STATUS_LABELS[status] },
  ...Object.values(METHOD_COLUMNS),
  { title: 'Students', cell: ({ students }) => students.length },
  { title: 'Submitted by', cell: ({ submittedBy }) => fullName(submittedBy) },
  { title: 'Updated', cell: ({ updatedAt }) => instant(updatedAt) },
  { title: 'Downloaded', cell: ({ downloadedAt }) => instant(downloadedAt) },
  {
    title: 'Reasons',
    cell: ({ reasons }) => ({ list: reasons.map((reason) => DECISION_REASON_LABELS[reason]) }),
  },
  { title: 'Note', cell: ({ note }) => note },
];

/** `laurel designations show ID`: shows a designation and logs a disclosure. Only JSON includes its students. */
export async function designationsShow(context: CommandContext, id: string): Promise<ExitCode> {
  await withServices(context, async (ctx) => {
    const record = await getDesignation(ctx, await findDesignationId(ctx, id));
    await printRecord(context, { record, fields: FIELDS, timeZone: ctx.settings.timeZone });
  });
  return EXIT.done;
}

export interface DecisionOptions extends DesignationFilterOptions, ChangeOptions {
  readonly reason?: readonly string[];
  readonly note?: string;
  /** False for --no-email. */
  readonly email?: boolean;
}

const BATCH_SIZE = 500;

/**
 * `laurel designations approve|return|reject [filters | ids]`: reviews the PENDING designations, each in its own
 * transaction, and lists skipped ones with reasons. Running it again continues an interrupted run.
 */
export async function designationsDecide(
  context: CommandContext,
  status: BulkStatus,
  ids: readonly string[],
  options: DecisionOptions,
): Promise<ExitCode> {
  assertChosen(status, ids, options);
  const { reason: reasons, note, email } = options;
  const decision = parseFields(
    BulkDecisionSchema,
    { status, reasons, note, withoutEmail: email === false },
    { reasons: '--reason', note: '--note' },
  );
  return withServices(
    context,
    async (ctx) => {
      const plan = await planDecisions(ctx, { status, scope: await scopeOf(ctx, ids, options), max: null });
      if (plan.designations.length === 0 || options.yes !== true || options.dryRun === true) {
        for (const line of planSentences(plan, decision)) context.say(line);
      }
      if (plan.designations.length === 0) return EXIT.nothingToDo;
      if (options.dryRun === true) {
        await printDesignations(context, ctx, plan.designations);
        return exitCodeOf(status, plan.designations.length, plan.skipped);
      }
      await confirmChange(context, options, questionOf(plan));
      const { changed, skipped } = await decidePlanned(context, ctx, plan, decision);
      context.say(doneSentence(status, changed.length));
      for (const line of skippedLines(skipped)) context.say(line);
      await ignoreBrokenPipe(() => printDesignations(context, ctx, changed));
      return exitCodeOf(status, changed.length, skipped);
    },
    NEEDED_FOR_MAIL,
  );
}

function assertChosen(status: BulkStatus, ids: readonly string[], options: DecisionOptions): void {
  const { verb } = DECISION_TEXTS[status];
  const isFiltered = hasDesignationFilter(options);
  if (ids.length === 0 && !isFiltered) {
    throw new CommandFailure(
      `${verb} which designations? Enter their IDs, or a filter like --year 2026.`,
      EXIT.usage,
    );
  }
  if (ids.length > 0 && isFiltered) {
    throw new CommandFailure('Use IDs or a filter, not both.', EXIT.usage);
  }
}

async function scopeOf(ctx: Ctx, ids: readonly string[], options: DecisionOptions): Promise<DecisionScope> {
  if (ids.length > 0) return { ids: await findDesignationIds(ctx, ids) };
  const filter = parseFilter(DesignationFilterSchema, await designationFilterValues(ctx, options));
  return { filter, order: {} };
}

function questionOf({ status, designations, skipped }: DecisionPlan): string {
  const stay = countOf(skipped);
  const change = `${DECISION_TEXTS[status].verb} ${counted(designations.length, 'designation')}`;
  return stay === 0
    ? `${change}?`
    : `${change}, and leave ${counted(stay, 'other unchanged', 'others unchanged')}?`;
}

/** Prints designations as a list, in portions. */
export async function printDesignations(
  context: CommandContext,
  ctx: Ctx,
  designations: readonly { readonly id: string }[],
): Promise<void> {
  async function* portions(): AsyncGenerator<readonly DesignationListItem[]> {
    for (let from = 0; from < designations.length; from += BATCH_SIZE) {
      const ids = designations.slice(from, from + BATCH_SIZE).map(({ id }) => id);
      yield await listDesignationsByIds(ctx, ids);
    }
  }
  await printList(context, {
    columns: DESIGNATION_COLUMNS,
    pages: portions(),
    timeZone: ctx.settings.timeZone,
    empty: '',
  });
}

/** Designations that already have the status don't count as partly done, because a repeated run finds them too. */
function exitCodeOf(status: BulkStatus, changed: number, skipped: readonly Skipped[]): ExitCode {
  if (changed === 0) return EXIT.nothingToDo;
  return countOf(skipped.filter(({ reason }) => reason !== status)) > 0 ? EXIT.partlyDone : EXIT.done;
}

function countOf(skipped: readonly Skipped[]): number {
  return skipped.reduce((sum, { count }) => sum + count, 0);
}
