import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { counted, formatNumber } from '#app/lib/text/counted.ts';
import { hrefOf } from '#app/components/designations/list-url.ts';
import { StatusBadge } from '#app/components/site/status-badge.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { EmailAddress } from '#app/components/ui/email-address.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';
import { DESIGNATION_STATUS_LABELS } from '#app/schemas/enums.ts';
import type { RolloverReport } from '#app/schemas/rollover.ts';

const OPEN_STATUSES = ['STARTED', 'PENDING', 'RETURNED'] as const;

/** What to check before closing a year, with links. Nothing here blocks the rollover. */
export function RolloverCheckList({ report: { closed, checks } }: { report: RolloverReport }) {
  const { openDesignations, schoolsWithoutStaff, bouncedAddresses } = checks;
  const open = OPEN_STATUSES.filter((status) => openDesignations[status] > 0);
  return (
    <Panel title="Checklist">
      <Stack>
        {closed === null ? null : (
          <CheckSection
            title={`Open ${closed.year} designations`}
            none="No designations are open."
            rows={open.map((status) => ({
              id: status,
              content: (
                <>
                  <StatusBadge status={status} />{' '}
                  <Link to={hrefOf(new URLSearchParams({ academicYearId: closed.id, status }))}>
                    {counted(openDesignations[status], 'designation')}
                    <VisuallyHidden> {DESIGNATION_STATUS_LABELS[status]}</VisuallyHidden>
                  </Link>
                </>
              ),
            }))}
          />
        )}
        <CheckSection
          title="Active schools without staff or a pending invite"
          none="Every active school has staff or a pending invite."
          rows={schoolsWithoutStaff.shown.map(({ id, name }) => ({
            id,
            content: <Link to={`/highschools/${id}`}>{name}</Link>,
          }))}
          total={schoolsWithoutStaff.total}
        />
        <CheckSection
          title="Bounced addresses"
          none="No bounced addresses."
          rows={bouncedAddresses.shown.map(({ id, email }) => ({
            id,
            content: (
              <Link to={`/users/${id}`}>
                <EmailAddress address={email} />
              </Link>
            ),
          }))}
          total={bouncedAddresses.total}
        />
      </Stack>
    </Panel>
  );
}

interface CheckSectionProps {
  title: string;
  none: string;
  rows: readonly { id: string; content: ReactNode }[];
  /** Total number, if only the first are shown. */
  total?: number;
}

function CheckSection({ title, none, rows, total = rows.length }: CheckSectionProps) {
  return (
    <section>
      <h3>{title}</h3>
      {rows.length === 0 ? (
        <p className="m-0">{none}</p>
      ) : (
        <ul className="m-0 text-break">
          {rows.map(({ id, content }) => (
            <li key={id}>{content}</li>
          ))}
          {total > rows.length ? <li>and {formatNumber(total - rows.length)} more</li> : null}
        </ul>
      )}
    </section>
  );
}
