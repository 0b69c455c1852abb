import {
  DISCLOSURE_PURPOSES,
  disclosureFilter,
  disclosurePurpose,
  sourceLabel,
} from '#app/messages/disclosure-labels.ts';
import { EVENT_TITLES, eventLines, eventTitle } from '#app/messages/event-labels.ts';
import { fieldLabel } from '#app/messages/field-labels.ts';
import { loggedName } from '#app/lib/text/person-name.ts';
import { isoInZone } from '#app/lib/time/zoned-time.ts';
import type { AuditType } from '#app/schemas/audit-filters.ts';
import type { AuditEntry } from '#app/schemas/audit.ts';

export const AUDIT_TYPE_LABELS: Readonly<Record<AuditType, string>> = {
  EVENT: 'Change',
  DISCLOSURE: 'Disclosure',
};

/** Prefixes of event titles, which are ambiguous without their subject. */
const AREAS: Readonly<Record<string, string>> = {
  designation: 'Designation',
  highSchool: 'High school',
  staff: 'Staff',
  access: 'Access',
  user: 'User',
  academicYear: 'Academic year',
  invite: 'Invite',
  emailTemplate: 'Email template',
  delivery: 'Delivery',
  notice: 'Automatic email',
  address: 'Email address',
  settings: 'Settings',
  exportProfile: 'Export profile',
  savedView: 'Saved view',
  database: 'Database',
};

/** The kinds of events and the purposes of disclosures with their labels, for a filter. */
export const AUDIT_KIND_LABELS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(EVENT_TITLES).map(([kind, title]) => [kind, `${areaOf(kind)}: ${title}`]),
  ),
  ...Object.fromEntries(
    Object.entries(DISCLOSURE_PURPOSES).map(([purpose, label]) => [purpose, `Disclosure: ${label}`]),
  ),
};

function areaOf(kind: string): string {
  const area = kind.slice(0, kind.indexOf('.'));
  return AREAS[area] ?? area;
}

/** Returns what happened, like 'Approved' or 'Downloaded as CSV'. */
export function auditTitle({ change, kind }: Pick<AuditEntry, 'change' | 'kind'>): string {
  return change === null ? disclosurePurpose(kind) : eventTitle(change);
}

/**
 * Returns what changed or what was selected, one detail per line.
 * @param timeZone the installation's time zone, an IANA name
 */
export function auditLines({ change, disclosure }: AuditEntry, timeZone: string): string[] {
  if (change !== null) {
    const names = change.names.map(({ field, name }) => `${fieldLabel(field)}: ${name}`);
    return [...names, ...eventLines(change, timeZone)];
  }
  const selected =
    disclosure === null ? '' : disclosureFilter(disclosure.filter, { ...disclosure, timeZone });
  const purpose = disclosure?.statedPurpose ?? null;
  return [...(selected === '' ? [] : [selected]), ...(purpose === null ? [] : [`Purpose: ${purpose}`])];
}

/** A column of the CSV file and of the command's table. */
interface AuditColumn {
  readonly title: string;
  readonly text: (entry: AuditEntry, timeZone: string) => string;
}

/** The columns of the CSV file, in order. */
export const AUDIT_COLUMNS: readonly AuditColumn[] = [
  { title: 'When', text: ({ at }, timeZone) => isoInZone(at, timeZone) },
  { title: 'Type', text: ({ type }) => AUDIT_TYPE_LABELS[type] },
  { title: 'Who', text: ({ actor }) => (actor === null ? 'The system' : loggedName(actor)) },
  { title: 'Email', text: ({ actor }) => actor?.email ?? '' },
  { title: 'Channel', text: sourceLabel },
  { title: 'What', text: auditTitle },
  { title: 'Subject', text: ({ subject }) => subject?.name ?? '' },
  { title: 'Details', text: (entry, timeZone) => auditLines(entry, timeZone).join('; ') },
  { title: 'Students', text: ({ disclosure }) => String(disclosure?.students ?? '') },
];
