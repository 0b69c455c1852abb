import { StatusBadge } from '#app/components/domain/status-badge.tsx';
import { ActionList, ActionListItem } from '#app/components/ui/action-list.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Columns } from '#app/components/ui/layout.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import type { DashboardSchool, StartedSchool } from '#app/schemas/dashboard.ts';
import { DECISION_REASON_LABELS } from '#app/schemas/enums.ts';

interface SchoolListsProps {
  readonly academicYearId: string;
  readonly unstarted: readonly DashboardSchool[];
  readonly started: readonly StartedSchool[];
  readonly pending: readonly DashboardSchool[];
}

/** The dashboard's three lists of schools to designate for (specification, section 2). */
export function SchoolLists({ academicYearId, unstarted, started, pending }: SchoolListsProps) {
  const designate = (school: DashboardSchool) =>
    `/designate/agreement?${new URLSearchParams({ school: school.highSchoolId, year: academicYearId }).toString()}`;
  return (
    <Columns narrow>
      <SchoolList
        title="Unstarted Designations"
        empty={<EmptyState title="Every school has been started." icon="check" />}
        schools={unstarted}
        designate={designate}
      />
      <Panel title="Started Designations" level={3} flush>
        {started.length === 0 ? (
          <EmptyState title="Nothing is in progress.">
            {unstarted.length > 0 ? 'Choose a school to begin.' : null}
          </EmptyState>
        ) : (
          <ActionList>
            {started.map((school) => (
              <ActionListItem
                key={school.highSchoolId}
                title={school.name}
                meta={<ReviewersWords school={school} />}
                badge={school.returned ? <StatusBadge status="RETURNED" /> : null}
                to={designate(school)}
              />
            ))}
          </ActionList>
        )}
      </Panel>
      <SchoolList
        title="Pending Designations"
        empty={<EmptyState title="Nothing is waiting for review.">What you submit appears here.</EmptyState>}
        schools={pending}
        designate={designate}
        alert
      />
    </Columns>
  );
}

interface SchoolListProps {
  readonly title: string;
  readonly empty: React.ReactNode;
  readonly schools: readonly DashboardSchool[];
  readonly designate: (school: DashboardSchool) => string;
  /** Marks each school with the specification's 'Alert' badge. */
  readonly alert?: boolean;
}

function SchoolList({ title, empty, schools, designate, alert = false }: SchoolListProps) {
  return (
    <Panel title={title} level={3} flush>
      {schools.length === 0 ? (
        empty
      ) : (
        <ActionList>
          {schools.map((school) => (
            <ActionListItem
              key={school.highSchoolId}
              title={school.name}
              meta={alert ? 'Submitted; you can still edit it.' : null}
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

function ReviewersWords({ school }: { school: StartedSchool }) {
  if (!school.returned) return null;
  const reasons = school.reasons.map((reason) => `${DECISION_REASON_LABELS[reason]}.`);
  const words = [...reasons, school.note].filter(Boolean).join('\n');
  return words === '' ? null : <span className="text-pre-line">{words}</span>;
}
