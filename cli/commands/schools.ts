import { listHighSchools } from '#app/domain/high-schools/list-high-schools.server.ts';
import {
  type HighSchoolResponse,
  type HighSchoolListItem,
  HighSchoolListQuerySchema,
} from '#app/schemas/high-school.ts';
import {
  HIGH_SCHOOL_FIELD_LIST,
  HIGH_SCHOOL_TEXT_LIST,
  HIGH_SCHOOL_TEXTS,
  type HighSchoolField,
  type HighSchoolFieldName,
} from '#app/schemas/high-school-fields.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { withServices } from '#cli/with-services.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { type PageOptions, parseListFilter } from '#cli/parse-options.server.ts';
import { type SchoolFilterOptions, schoolFilterValues } from '#cli/list-filters.server.ts';
import { type Column, instant } from '#cli/terminal/cell-text.ts';
import { pagesFor, printList } from '#cli/terminal/print-list.ts';
import { getHighSchool } from '#app/domain/high-schools/get-high-school.server.ts';
import { nameWithAddress } from '#app/lib/text/person-name.ts';
import type { AddressResponse } from '#app/schemas/address.ts';
import { ACTIVITY_STATUS_LABELS, STAFF_POSITION_LABELS } from '#app/schemas/enums.ts';
import { findSchool } from '#cli/references.server.ts';
import { printRecord } from '#cli/terminal/print-record.ts';

export interface SchoolListOptions extends SchoolFilterOptions, PageOptions {}

const COLUMNS: readonly Column<HighSchoolListItem>[] = [
  ...HIGH_SCHOOL_FIELD_LIST.filter(([, { isListed }]) => isListed === true).map(fieldColumn),
  { title: 'Approved', isNumber: true, cell: ({ designationCount }) => designationCount },
  { title: 'ID', cell: ({ id }) => id },
];

/** `laurel schools list [filters]`: lists high schools like the web app, with their number of approved designations. */
export async function schoolsList(context: CommandContext, options: SchoolListOptions): Promise<ExitCode> {
  const { sort, direction, limit, offset } = options;
  const query = parseListFilter(HighSchoolListQuerySchema, {
    ...schoolFilterValues(options),
    ...{ sort, direction, limit, offset },
  });
  await withServices(context, (ctx) =>
    printList(context, {
      columns: COLUMNS,
      pages: pagesFor(query, async (page) => (await listHighSchools(ctx, { ...query, ...page })).items),
      timeZone: ctx.settings.timeZone,
      empty: 'No high schools match.',
    }),
  );
  return EXIT.done;
}

/** Returns the column of a school field for lists and records. */
function fieldColumn([name, { label, filter }]: readonly [HighSchoolFieldName, HighSchoolField]): Column<
  Pick<HighSchoolResponse, HighSchoolFieldName>
> {
  if (filter === 'status') return { title: label, cell: ({ status }) => ACTIVITY_STATUS_LABELS[status] };
  return { title: label, cell: (school) => school[name] };
}

export const SCHOOL_FIELDS: readonly Column<HighSchoolResponse>[] = [
  { title: 'ID', cell: ({ id }) => id },
  ...HIGH_SCHOOL_FIELD_LIST.filter(([name]) => !(name in HIGH_SCHOOL_TEXTS)).map(fieldColumn),
  { title: 'Address', cell: ({ address }) => addressInOneLine(address) },
  ...HIGH_SCHOOL_TEXT_LIST.map(fieldColumn),
  {
    title: 'Staff',
    cell: ({ staff }) => ({
      list: staff.map(
        ({ user, position }) => `${nameWithAddress(user)} (${STAFF_POSITION_LABELS[position]})`,
      ),
    }),
  },
  {
    title: 'Invited',
    cell: ({ staffInvites }) => ({
      list: staffInvites.map(({ email, position }) => `${email} (${STAFF_POSITION_LABELS[position]})`),
    }),
  },
  { title: 'Updated', cell: ({ updatedAt }) => instant(updatedAt) },
];

function addressInOneLine(address: AddressResponse): string {
  const { firmName, address1, address2, urbanization, city, state, zip5, zip4 } = address;
  const filled = (parts: readonly string[], separator: string) =>
    parts.filter((part) => part !== '').join(separator);
  const region = filled([state, filled([zip5, zip4], '-')], ' ');
  return filled([firmName, address1, address2, urbanization, city, region], ', ');
}

/** `laurel schools show SCHOOL`: shows a high school with its staff and open invites. */
export async function schoolsShow(context: CommandContext, reference: string): Promise<ExitCode> {
  await withServices(context, async (ctx) => {
    const { id } = await findSchool(ctx, reference);
    const record = await getHighSchool(ctx, id);
    await printRecord(context, { record, fields: SCHOOL_FIELDS, timeZone: ctx.settings.timeZone });
  });
  return EXIT.done;
}
