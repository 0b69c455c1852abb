import { Link } from '@remix-run/react';
import { CalendarLink, DueLine } from '#app/components/dashboard/due-line.tsx';
import { correctionsPath } from '#app/lib/urls/corrections-path.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Cluster, Stack } from '#app/components/ui/layout.tsx';
import type { ReturnedSchool } from '#app/schemas/dashboard.ts';
import { DECISION_REASON_LABELS } from '#app/schemas/enums.ts';
import { formatNumber } from '#app/lib/text/counted.ts';

interface ReturnedDesignationsProps {
  readonly yearId: string;
  readonly returned: readonly ReturnedSchool[];
  /** Total; `returned` may have fewer. */
  readonly total: number;
  /** Current time, ISO 8601. */
  readonly now: string;
  /** Whether the calendar is linked here, because no other due date is shown. */
  readonly linksCalendar: boolean;
}

/** A banner for each returned designation, with why, until when, and the way to the step to correct. */
export function ReturnedDesignations({
  yearId,
  returned,
  total,
  now,
  linksCalendar,
}: ReturnedDesignationsProps) {
  if (returned.length === 0) return null;
  return (
    <Stack>
      {returned.map(({ highSchoolId, designationId, name, dueAt, reasons, note }) => (
        <Banner
          key={highSchoolId}
          tone="warning"
          live={false}
          title={`The designation for ${name} was returned for correction`}
        >
          {dueAt === null ? null : (
            <p>
              <DueLine dueAt={dueAt} now={now} />
              {linksCalendar ? (
                <>
                  {' · '}
                  <CalendarLink />
                </>
              ) : null}
            </p>
          )}
          {reasons.length === 0 ? null : (
            <ul>
              {reasons.map((reason) => (
                <li key={reason}>{DECISION_REASON_LABELS[reason]}</li>
              ))}
            </ul>
          )}
          {note === null || note === '' ? null : <p className="text-pre-line">{note}</p>}
          <Cluster>
            <ButtonLink
              variant="primary"
              to={correctionsPath(reasons, { highSchoolId, academicYearId: yearId })}
            >
              Make corrections
            </ButtonLink>
            <ButtonLink to={`/designations/${designationId}/messages`}>Reply to the reviewer</ButtonLink>
          </Cluster>
        </Banner>
      ))}
      {total > returned.length ? (
        <p>
          Showing {returned.length} of {formatNumber(total)} returned designations.{' '}
          <Link to={`/designations?status=RETURNED&academicYearId=${yearId}`}>
            See all returned designations
          </Link>
        </p>
      ) : null}
    </Stack>
  );
}
