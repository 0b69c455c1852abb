import { DueLine } from '#app/components/dashboard/due-line.tsx';
import { correctionsStep, stepPath } from '#app/components/designate/designate-steps.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import type { StartedSchool } from '#app/schemas/dashboard.ts';
import { DECISION_REASON_LABELS } from '#app/schemas/enums.ts';

interface ReturnedDesignationsProps {
  readonly yearId: string;
  readonly started: readonly StartedSchool[];
  /** Current time, ISO 8601. */
  readonly now: string;
}

/** A banner for each returned designation, with why, until when, and the way to the step to correct. */
export function ReturnedDesignations({ yearId, started, now }: ReturnedDesignationsProps) {
  const returned = started.filter((school) => school.returned);
  if (returned.length === 0) return null;
  return (
    <Stack>
      {returned.map(({ highSchoolId, designationId, name, dueAt, reasons, note }) => (
        <Banner key={highSchoolId} tone="warning" live={false} title={`${name} was returned for correction`}>
          {dueAt === null ? null : (
            <p>
              <DueLine dueAt={dueAt} now={now} />
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
          <ButtonLink
            variant="primary"
            to={stepPath(correctionsStep(reasons), { highSchoolId, academicYearId: yearId })}
          >
            Make corrections
          </ButtonLink>{' '}
          <ButtonLink to={`/designations/${designationId}/messages`}>Reply to the reviewer</ButtonLink>
        </Banner>
      ))}
    </Stack>
  );
}
