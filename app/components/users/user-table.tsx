import { Link } from '@remix-run/react';
import { UserFlags } from '#app/components/users/user-flags.tsx';
import { userList } from '#app/components/users/user-list-query.ts';
import { DataTable } from '#app/components/ui/data-table.tsx';
import { WarnedAddress } from '#app/components/site/warned-address.tsx';
import { fullName } from '#app/lib/text/person-name.ts';
import type { UserAnswer, UserSort } from '#app/schemas/user.ts';

interface UserTableProps {
  users: readonly UserAnswer[];
  bounced: readonly string[];
  search: URLSearchParams;
}

/** The list of users. The headings sort it and keep the filters. */
export function UserTable({ users, bounced, search }: UserTableProps) {
  const sortable = (column: UserSort) => ({
    key: column,
    header: userList.sorts[column],
    sortHref: userList.sortHref(search, column),
    sorted: userList.sortedAs(search, column),
  });
  return (
    <DataTable
      caption="Users"
      rows={users}
      rowKey={({ id }) => id}
      columns={[
        {
          ...sortable('name'),
          rowHeader: true,
          cell: (user) => <Link to={`/users/${user.id}`}>{fullName(user)}</Link>,
        },
        {
          ...sortable('email'),
          cell: ({ email }) => <WarnedAddress address={email} hasBounced={bounced.includes(email)} />,
        },
        { ...sortable('phone'), nowrap: true, cell: ({ phone }) => phone },
        { key: 'flags', header: 'Flags', cell: ({ flags }) => <UserFlags flags={flags} /> },
      ]}
    />
  );
}
