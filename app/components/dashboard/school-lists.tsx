import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { DueLine } from '#app/components/dashboard/due-line.tsx';
import { grouped } from '#app/lib/text/counted.ts';
import { StatusBadge } from '#app/components/site/status-badge.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Columns } from '#app/components/ui/layout.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import type {
  DashboardAnswer,
  DashboardList,
  DashboardSchool,
  StartedSchool,
} from '#app/schemas/dashboard.ts';
import { DECISION_REASON_LABELS } from '#app/schemas/enums.ts';
import { Icon } from '#app/components/ui/icons.tsx';
import { useFollowedLinks } from '#app/components/ui/use-followed-links.ts';

interface SchoolListsProps {
  readonly year: NonNullable<DashboardAnswer['year']>;
  /** Current time, ISO 8601. */
  readonly now: string;
  readonly unstarted: readonly DashboardSchool[];
  readonly started: readonly StartedSchool[];
  readonly pending: readonly DashboardSchool[];
  readonly totals: DashboardAnswer['totals'];
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
        Showing {lists[list].length} of {grouped(totals[list])}.{' '}
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
  return (
    <Columns narrow>
      <SchoolList
        title="Unstarted Designations"
        empty={<EmptyState title="You've started a designation for every school." icon="check" />}
        schools={unstarted}
        footer={rest('unstarted')}
        designate={designate}
        meta={extension}
      />
      <Panel title="Started Designations" level={3} flush footer={rest('started')}>
        {started.length === 0 ? (
          <EmptyState title="No designations in progress.">
            {unstarted.length > 0 ? 'Choose a school to begin.' : null}
          </EmptyState>
        ) : (
          <ActionList>
            {started.map((school) => (
              <ActionListItem
                key={school.highSchoolId}
                title={school.name}
                meta={school.returned ? <Returned school={school} now={now} /> : extension(school)}
                badge={school.returned ? <StatusBadge status="RETURNED" /> : null}
                to={designate(school)}
              />
            ))}
          </ActionList>
        )}
      </Panel>
      <SchoolList
        title="Pending Designations"
        empty={
          <EmptyState title="No designations waiting for review.">
            Submitted designations appear here.
          </EmptyState>
        }
        schools={pending}
        footer={rest('pending')}
        designate={designate}
        meta={() => 'Submitted. You can still edit it.'}
        alert
      />
    </Columns>
  );
}

interface SchoolListProps {
  readonly title: string;
  readonly empty: ReactNode;
  readonly schools: readonly DashboardSchool[];
  readonly footer: ReactNode;
  readonly designate: (school: DashboardSchool) => string;
  readonly meta: (school: DashboardSchool) => ReactNode;
  /** Adds the specification's 'Alert' badge to each school. */
  readonly alert?: boolean;
}

function SchoolList({ title, empty, schools, footer, designate, meta, alert = false }: SchoolListProps) {
  return (
    <Panel title={title} level={3} flush footer={footer}>
      {schools.length === 0 ? (
        empty
      ) : (
        <ActionList>
          {schools.map((school) => (
            <ActionListItem
              key={school.highSchoolId}
              title={school.name}
              meta={meta(school)}
              badge={
                alert ? (
                  <Badge tone="primary" icon="alert">
                    Alert
                  </Badge>
                ) : null
              }
              to={designate(school)}
            />
          ))}
        </ActionList>
      )}
    </Panel>
  );
}

/** Due date of a returned designation, with the reviewer's reasons and note. */
function Returned({ school: { dueAt, reasons, note }, now }: { school: StartedSchool; now: string }) {
  const why = reasons.map((reason) => `${DECISION_REASON_LABELS[reason]}.`).join(' ');
  const lines = [why && `Reasons: ${why}`, note && `Note: ${note}`].filter(Boolean).join('\n');
  return (
    <>
      {dueAt === null ? null : <DueLine dueAt={dueAt} now={now} />}
      {lines === '' ? null : <span className="action-list-meta text-pre-line">{lines}</span>}
    </>
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
  to: string;
}

/** A row that is clickable as a whole. ActionList handles its clicks, which saves a Link component per row. */
function ActionListItem({ title, meta, badge, to }: ActionListItemProps) {
  return (
    <li>
      <a className="action-list-item" href={to}>
        <span className="action-list-text">
          <span className="action-list-title">{title}</span>
          {meta ? <span className="action-list-meta">{meta}</span> : null}
        </span>
        {badge}
        <Icon name="chevron-right" />
      </a>
    </li>
  );
}
