import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { stepPath } from '#app/lib/urls/step-path.ts';
import { DueLine } from '#app/components/dashboard/due-line.tsx';
import { formatNumber } from '#app/lib/text/counted.ts';
import { StatusBadge } from '#app/components/site/status-badge.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';
import { Columns, Stack } from '#app/components/ui/layout.tsx';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import type {
  DashboardResponse,
  DashboardList,
  DashboardSchool,
  PendingSchool,
  StartedSchool,
} from '#app/schemas/dashboard.ts';
import { Icon } from '#app/components/ui/icons.tsx';
import { useFollowedLinks } from '#app/components/ui/use-followed-links.ts';

interface SchoolListsProps {
  readonly year: NonNullable<DashboardResponse['year']>;
  /** Current time, ISO 8601. */
  readonly now: string;
  readonly unstarted: readonly DashboardSchool[];
  readonly started: readonly StartedSchool[];
  readonly pending: readonly PendingSchool[];
  readonly totals: DashboardResponse['totals'];
}

/**
 * The dashboard's three lists of schools to designate for (specification, section 2). A long list shows its first
 * schools, the total, and a link to all.
 */
export function SchoolLists({ year, now, totals, ...lists }: SchoolListsProps) {
  const { unstarted, started, pending } = lists;
  const rest = (list: DashboardList) =>
    totals[list] > lists[list].length ? (
      <p>
        Showing {lists[list].length} of {formatNumber(totals[list])}.{' '}
        <Link to={`/?all=${list}`} preventScrollReset>
          Show all {list} designations
        </Link>
      </p>
    ) : null;
  const designate = (school: DashboardSchool) =>
    `/designate/agreement?${new URLSearchParams({ school: school.highSchoolId, year: year.id }).toString()}`;
  /** Returns the due date only for a school with an extension; the year's is above the lists. */
  const extension = ({ dueAt }: DashboardSchool) =>
    dueAt === null || dueAt === year.dueAt ? null : (
      <>
        <DueLine dueAt={dueAt} now={now} /> (extended for this school)
      </>
    );
  const all: readonly (readonly [count: number, list: ReactNode])[] = [
    [
      unstarted.length,
      <SchoolList
        key="unstarted"
        title="Unstarted Designations"
        empty="You've started a designation for every school."
        schools={unstarted}
        footer={rest('unstarted')}
        designate={designate}
        meta={extension}
        verb={() => 'Start designation'}
        isMainAction={totals.unstarted === 1 && totals.started + totals.pending === 0}
      />,
    ],
    [
      started.length,
      <SchoolList
        key="started"
        title="Started Designations"
        empty="No designations in progress."
        schools={started}
        footer={rest('started')}
        designate={designate}
        meta={(school) => (school.returned ? null : extension(school))}
        badge={(school) => (school.returned ? <StatusBadge status="RETURNED" /> : null)}
        verb={continueVerb}
        verbPath={(school) => continueAt(school, year.id)}
      />,
    ],
    [
      pending.length,
      <SchoolList
        key="pending"
        title="Pending Designations"
        empty="No designations waiting for review."
        schools={pending}
        footer={rest('pending')}
        designate={designate}
        meta={() => 'Submitted. You can still edit it.'}
        badge={() => (
          <Badge tone="primary" icon="alert">
            Alert
          </Badge>
        )}
        verb={() => 'View'}
        verbPath={({ designationId }) => `/designations/${designationId}`}
      />,
    ],
  ];
  const filled = all.filter(([count]) => count > 0).map(([, list]) => list);
  const empty = all.filter(([count]) => count === 0).map(([, list]) => list);
  return (
    <Stack>
      {filled.length === 0 ? null : <Columns narrow>{filled}</Columns>}
      {empty.length === 0 ? null : <Stack space="tight">{empty}</Stack>}
    </Stack>
  );
}

/** Returns 'Continue: 12 of 20 complete', or just the verb before the class size is known. */
function continueVerb({ progress }: StartedSchool): string {
  return progress === null ? 'Continue' : `Continue: ${progress.complete} of ${progress.expected} complete`;
}

/** Returns where the work stopped; null if the agreement comes first. */
function continueAt({ highSchoolId, mayContinue, progress }: StartedSchool, yearId: string): string | null {
  if (!mayContinue) return null;
  return stepPath(progress === null ? 'method' : 'students', { highSchoolId, academicYearId: yearId });
}

interface SchoolListProps<School extends DashboardSchool> {
  readonly title: string;
  /** What an empty list says, in one line below the others. */
  readonly empty: string;
  readonly schools: readonly School[];
  readonly footer: ReactNode;
  readonly designate: (school: School) => string;
  readonly meta: (school: School) => ReactNode;
  readonly badge?: (school: School) => ReactNode;
  /** What following the row does. */
  readonly verb: (school: School) => string;
  /** Where the verb leads, if not to the same page as the school's name. */
  readonly verbPath?: (school: School) => string | null;
  /** Whether this is all that the user can do here. */
  readonly isMainAction?: boolean;
}

function SchoolList<School extends DashboardSchool>(props: SchoolListProps<School>) {
  const { title, empty, schools, footer, designate, meta, badge, verb, verbPath, isMainAction } = props;
  if (schools.length === 0) {
    return (
      <section className="empty-list">
        <h3>{title}</h3>
        <p>{empty}</p>
      </section>
    );
  }
  return (
    <Panel title={title} level={3} flush footer={footer}>
      <ActionList>
        {schools.map((school) => (
          <ActionListItem
            key={school.highSchoolId}
            title={school.name}
            meta={meta(school)}
            badge={badge?.(school)}
            verb={verb(school)}
            isMainAction={isMainAction}
            to={designate(school)}
            verbTo={verbPath?.(school) ?? null}
          />
        ))}
      </ActionList>
    </Panel>
  );
}

/** Clickable rows, edge to edge in a flush Panel, such as the dashboard's schools. */
function ActionList({ children }: { children: ReactNode }) {
  const followLinks = useFollowedLinks();
  return (
    <ul className="action-list" onClick={followLinks}>
      {children}
    </ul>
  );
}

interface ActionListItemProps {
  title: ReactNode;
  meta?: ReactNode;
  badge?: ReactNode;
  /** What following the row does. */
  verb: string;
  isMainAction?: boolean | undefined;
  to: string;
  /** Makes the verb a link of its own. */
  verbTo: string | null;
}

/** A row that is clickable as a whole. ActionList handles its clicks, which saves a Link component per row. */
function ActionListItem({ title, meta, badge, verb, isMainAction, to, verbTo }: ActionListItemProps) {
  const text = (
    <span className="action-list-text">
      <span className="action-list-title">{title}</span>
      {meta ? <span className="action-list-meta">{meta}</span> : null}
    </span>
  );
  if (verbTo !== null) {
    return (
      <li className="action-list-pair">
        <a className="action-list-item" href={to}>
          {text}
          {badge}
        </a>
        <a className="action-list-verb" href={verbTo}>
          <span>
            {verb}
            <VisuallyHidden> for {title}</VisuallyHidden>
          </span>
          <Icon name="chevron-right" />
        </a>
      </li>
    );
  }
  return (
    <li>
      <a className="action-list-item" href={to}>
        {text}
        {badge}
        <span className={isMainAction ? buttonClass({ variant: 'primary', size: 'sm' }) : 'action-list-verb'}>
          {verb}
          <Icon name="chevron-right" />
        </span>
      </a>
    </li>
  );
}
