import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { changeDesignation } from '#app/domain/designations/change-designation.server.ts';
import { loadDesignation } from '#app/domain/designations/get-designation.server.ts';
import { presentFields } from '#app/lib/records.ts';
import { alternatives } from '#app/lib/text/listed.ts';
import { type DesignationPatch, DesignationPatchSchema } from '#app/schemas/designation.ts';
import type { MethodField } from '#app/schemas/designation-fields.ts';
import { checkDecisionText } from '#app/schemas/designation-forms.ts';
import { DESIGNATION_STATUS_LABELS } from '#app/schemas/enums.ts';
import { applyChange, type ChangeOptions } from '#cli/apply-change.server.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import { ignoreBrokenPipe } from '#cli/command-output.ts';
import { withOptionErrors, parseFields } from '#cli/parse-options.server.ts';
import { findDesignationId } from '#cli/references.server.ts';
import { NEEDED_FOR_MAIL, withServices } from '#cli/with-services.server.ts';
import { printDesignations } from './designations.ts';

export interface StatusOptions extends ChangeOptions {
  readonly reason?: readonly string[];
  readonly note?: string;
  /** False for --no-email. */
  readonly email?: boolean;
}

export interface DesignationEditOptions extends ChangeOptions {
  readonly classSize?: string;
  readonly criteria?: string;
  readonly comment?: string;
}

const METHOD_OPTIONS: Readonly<Record<MethodField, string>> = {
  classSize: '--class-size',
  criteria: '--criteria',
  criteriaComment: '--comment',
};
const OPTIONS = { status: 'STATUS', reasons: '--reason', note: '--note', ...METHOD_OPTIONS };

/** Requires a reason and a note for a return, like the screen. */
const StatusPatchSchema = DesignationPatchSchema.superRefine(({ status, reasons = [], note }, check) => {
  if (status !== undefined) checkDecisionText({ status, reasons, note: note ?? '' }, check);
});

/** `laurel designations set-status ID STATUS`: sets any status, like the form on a designation's page. */
export async function designationsSetStatus(
  context: CommandContext,
  id: string,
  status: string,
  { reason: reasons, note, email, ...options }: StatusOptions,
): Promise<ExitCode> {
  const sent = presentFields({ status: status.toUpperCase(), reasons, note });
  const notify = email === false ? { notify: false } : {};
  const patch = parseFields(StatusPatchSchema, { ...sent, ...notify }, OPTIONS);
  const to = patch.status === undefined ? '' : DESIGNATION_STATUS_LABELS[patch.status];
  return withServices(
    context,
    (ctx) =>
      change(context, ctx, {
        ...{ id, patch, options },
        describe: (name, from) => (from === to ? `the decision on ${name}` : `${name} from ${from} to ${to}`),
        remark: email === false ? ' No emails will be sent (--no-email).' : '',
      }),
    NEEDED_FOR_MAIL,
  );
}

/** `laurel designations edit ID --class-size N`: corrects how students were ranked, without changing the status. */
export async function designationsEdit(
  context: CommandContext,
  id: string,
  { classSize, criteria, comment: criteriaComment, ...options }: DesignationEditOptions,
): Promise<ExitCode> {
  const sent = presentFields({
    classSize: classSize === undefined ? undefined : Number(classSize),
    criteria,
    criteriaComment,
  } satisfies Record<MethodField, unknown>);
  if (Object.keys(sent).length === 0) {
    const all = alternatives(Object.values(METHOD_OPTIONS));
    throw new CommandFailure(`Choose what to change: ${all}.`, EXIT.usage);
  }
  const patch = parseFields(DesignationPatchSchema, sent, OPTIONS);
  return withServices(context, (ctx) =>
    change(context, ctx, { id, patch, options, describe: (name) => name, remark: '' }),
  );
}

interface StatusChange {
  /** As typed. */
  readonly id: string;
  readonly patch: DesignationPatch;
  readonly options: ChangeOptions;
  /** Says what changes, like 'Aurora High School 2026 from Approved to Returned'. */
  readonly describe: (name: string, statusBefore: string) => string;
  readonly remark: string;
}

/** Shows no student's data, so no disclosure is recorded. */
async function change(
  context: CommandContext,
  ctx: Ctx,
  { id: reference, patch, options, describe, remark }: StatusChange,
): Promise<ExitCode> {
  const id = await findDesignationId(ctx, reference);
  const { highSchool, academicYear, status, version } = await loadDesignation(ctx, id);
  const what = describe(`${highSchool.name} ${academicYear.year}`, DESIGNATION_STATUS_LABELS[status]);
  const { outcome, isDone } = await withOptionErrors(OPTIONS, () =>
    applyChange(context, options, ctx, {
      make: async (tx) => {
        const changed = await inTransaction(tx, (opened) =>
          changeDesignation(opened, { id, patch, ifMatch: version }),
        );
        return changed.designation.version;
      },
      question: (after) => (after === version ? null : `Change ${what}?${remark}`),
    }),
  );
  if (outcome === version) {
    context.say(`${highSchool.name} ${academicYear.year} already has these values. Nothing was changed.`);
    return EXIT.nothingToDo;
  }
  context.say(isDone ? `Changed ${what}.` : `Would change ${what}.${remark}`);
  if (isDone) await ignoreBrokenPipe(() => printDesignations(context, ctx, [{ id }]));
  return EXIT.done;
}
