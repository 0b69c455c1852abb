import { Link } from '@remix-run/react';
import { ActivityBadge } from '#app/components/site/status-badge.tsx';
import { DataTable } from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { STAFF_POSITION_LABELS } from '#app/schemas/enums.ts';
import type { UserHighSchool } from '#app/schemas/user.ts';

interface AffiliationsProps {
  highSchools: readonly UserHighSchool[];
  /** Base path of the school links: '/manage' for staff, '/highschools' for administrators. */
  under: '/manage' | '/highschools';
}

/** A user's schools, with links (specification, section 2, Account Settings). */
export function Affiliations({ highSchools, under }: AffiliationsProps) {
  return (
    <Panel title="School Affiliation" flush>
      <DataTable
        caption="School Affiliation"
        rows={highSchools}
        rowKey={({ highSchoolId }) => highSchoolId}
        empty={<EmptyState title="No high schools">Not on any school&apos;s staff.</EmptyState>}
        columns={[
          {
            key: 'name',
            header: 'Name',
            rowHeader: true,
            cell: ({ highSchool }) => <Link to={`${under}/${highSchool.id}`}>{highSchool.name}</Link>,
          },
          { key: 'position', header: 'Position', cell: ({ position }) => STAFF_POSITION_LABELS[position] },
          {
            key: 'status',
            header: 'Status',
            cell: ({ highSchool }) => <ActivityBadge status={highSchool.status} />,
          },
        ]}
      />
    </Panel>
  );
}
