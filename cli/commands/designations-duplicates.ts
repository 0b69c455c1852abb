import { listDuplicatePairs, openDuplicatePair } from '#app/domain/warnings/duplicate-pairs.server.ts';
import { studentFullName } from '#app/students/student-labels.ts';
import {
  type ComparedPair,
  type DuplicatePair,
  DuplicatePairsQuerySchema,
} from '#app/schemas/duplicate-pair.ts';
import { DESIGNATION_STATUS_LABELS } from '#app/schemas/enums.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { parseFilter } from '#cli/parse-options.server.ts';
import { findDesignationId, findYear } from '#cli/references.server.ts';
import type { Column } from '#cli/terminal/cell-text.ts';
import { onePage, pagesFor, printList } from '#cli/terminal/print-list.ts';
import { printRecord } from '#cli/terminal/print-record.ts';
import { withServices } from '#cli/with-services.server.ts';

export interface DuplicatesOptions {
  readonly year?: string;
  readonly limit?: string;
  readonly offset?: string;
}

const COLUMNS: readonly Column<DuplicatePair>[] = [
  { title: 'School', cell: ({ designations: [one] }) => one.highSchool.name },
  { title: 'Status', cell: ({ designations: [one] }) => DESIGNATION_STATUS_LABELS[one.status] },
  { title: 'Other school', cell: ({ designations: [, other] }) => other.highSchool.name },
  { title: 'Other status', cell: ({ designations: [, other] }) => DESIGNATION_STATUS_LABELS[other.status] },
  { title: 'Students', isNumber: true, cell: ({ students }) => students },
  { title: 'Year', cell: ({ academicYear }) => academicYear.year },
  { title: 'ID', cell: ({ designations: [one] }) => one.id },
  { title: 'Other ID', cell: ({ designations: [, other] }) => other.id },
];

/** `laurel designations duplicates`: lists the pairs of a year's designations whose lists may have the same students. */
export async function designationsDuplicates(
  context: CommandContext,
  { year, ...page }: DuplicatesOptions,
): Promise<ExitCode> {
  await withServices(context, async (ctx) => {
    const academicYearId = year === undefined ? undefined : (await findYear(ctx, year)).id;
    const query = parseFilter(DuplicatePairsQuerySchema, { ...page, academicYearId });
    await printList(context, {
      columns: COLUMNS,
      pages: pagesFor(query, async (page) => (await listDuplicatePairs(ctx, { ...query, ...page })).items),
      timeZone: ctx.settings.timeZone,
      empty: "No student is on two schools' lists.",
    });
  });
  return EXIT.done;
}

interface ComparedStudent {
  readonly school: string;
  readonly position: number;
  readonly student: ComparedPair['lists'][number]['students'][number];
}

const COMPARED_COLUMNS: readonly Column<ComparedStudent>[] = [
  { title: 'School', cell: ({ school }) => school },
  { title: 'Student', isNumber: true, cell: ({ position }) => position },
  { title: 'Name', cell: ({ student }) => studentFullName(student) },
  { title: 'Date of birth', cell: ({ student }) => student.dateOfBirth },
  { title: 'Email', cell: ({ student }) => student.email },
  { title: 'On the other list', cell: ({ student }) => ({ list: student.matches.map(String) }) },
  { title: 'ID', cell: ({ student }) => student.id },
];

/**
 * `laurel designations compare ID OTHER-ID`: shows both lists, marks the students who may be on both, and records the
 * disclosure. JSON is the REST call's response.
 */
export async function designationsCompare(
  context: CommandContext,
  id: string,
  otherId: string,
): Promise<ExitCode> {
  await withServices(context, async (ctx) => {
    const pair = await openDuplicatePair(ctx, {
      id: await findDesignationId(ctx, id),
      otherId: await findDesignationId(ctx, otherId),
    });
    const { timeZone } = ctx.settings;
    if (context.format === 'json' || context.format === 'ndjson') {
      return printRecord(context, { record: pair, fields: [], timeZone });
    }
    const rows = pair.lists.flatMap(({ highSchool, students }) =>
      students.map((student, index) => ({ school: highSchool.name, position: index + 1, student })),
    );
    await printList(context, {
      columns: COMPARED_COLUMNS,
      pages: onePage(rows),
      timeZone,
      empty: 'None of these students is on both lists anymore.',
    });
  });
  return EXIT.done;
}
