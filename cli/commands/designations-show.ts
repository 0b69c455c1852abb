import { getDesignation } from '#app/domain/designations/get-designation.server.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';
import type { MethodField } from '#app/schemas/designation-fields.ts';
import { criteriaLabel, DECISION_REASON_LABELS, DESIGNATION_STATUS_LABELS } from '#app/schemas/enums.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { withServices } from '#cli/with-services.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { findDesignationId } from '#cli/references.server.ts';
import { type Column, instant } from '#cli/terminal/columns.ts';
import { printRecord } from '#cli/terminal/print-record.ts';

const METHOD_COLUMNS: Readonly<Record<MethodField, Column<DesignationAnswer>>> = {
  classSize: { title: 'Class size', cell: ({ classSize }) => classSize },
  criteria: {
    title: 'Criteria',
    cell: ({ criteria }) => (criteria === null ? null : criteriaLabel(criteria)),
  },
  criteriaComment: { title: 'Criteria comment', cell: ({ criteriaComment }) => criteriaComment },
};

const FIELDS: readonly Column<DesignationAnswer>[] = [
  { title: 'Id', cell: ({ id }) => id },
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
