import { data } from '@remix-run/node';
import { Link, useLoaderData, useSearchParams } from '@remix-run/react';
import { Fragment } from 'react';
import { counted } from '#app/lib/text/counted.ts';
import { TYPED_SCHOOL } from '#app/components/designations/list-url.ts';
import { ListBar } from '#app/components/listing/list-bar.tsx';
import { numberedPages, without } from '#app/components/listing/list-query.ts';
import { titled } from '#app/components/site/titled.ts';
import { UserFilters } from '#app/components/users/user-filters.tsx';
import { userList } from '#app/components/users/user-list-query.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { Pagination } from '#app/components/ui/pagination.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { SCREEN_PAGE_SIZE } from '#app/config/constants.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { bouncedAmong } from '#app/domain/bounces/bounced-addresses.server.ts';
import { getVisibleHighSchool } from '#app/domain/high-schools/high-school-access.server.ts';
import { listViewsOf } from '#app/domain/saved-views/saved-views.server.ts';
import { listUsers } from '#app/domain/users/read-users.server.ts';
import { Invalid } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import { UserListPageQuerySchema, type UserListItem } from '#app/schemas/user.ts';
import type { UserSort } from '#app/schemas/user-fields.ts';
import { STAFF_POSITION_LABELS } from '#app/schemas/enums.ts';
import { UserListScreenSchema } from '#app/schemas/user-screens.ts';
import { filterRefusal, parseQuery } from '#app/server/parse-input.server.ts';
import { resolveTypedSchool } from '#app/server/school-loaders.server.ts';
import { screen } from '#app/server/web-route.server.ts';
import { UserFlags } from '#app/components/users/user-flags.tsx';
import { Clipped, DataTable } from '#app/components/ui/data-table.tsx';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { BouncedBadge } from '#app/components/site/warned-address.tsx';
import { fullName } from '#app/lib/text/person-name.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';

export const meta = titled('Users');

/** Lists users by page. Deleted users are hidden unless requested by `withDeleted` or by their flag. */
export const loader = screen(async ({ ctx, url }) => {
  authorize(ctx.actor, 'user.list');
  try {
    return await readPage(ctx, url.searchParams);
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return data(
      {
        refusal: filterRefusal('users', error),
        users: [],
        bounced: [],
        page: 1,
        total: null,
        highSchool: null,
        views: null,
      },
      { status: 400 },
    );
  }
}, UserListScreenSchema);

async function readPage(ctx: Ctx, search: URLSearchParams) {
  await resolveTypedSchool(ctx, {
    search,
    typedField: TYPED_SCHOOL,
    idField: 'highSchools',
    hrefWithout: (fields) => userList.hrefOf(without(search, fields)),
  });
  const { page = 1, withDeleted, ...query } = parseQuery(UserListPageQuerySchema, search);
  const paging = { limit: SCREEN_PAGE_SIZE, offset: (page - 1) * SCREEN_PAGE_SIZE };
  const shown = withDeleted === true || query.flags?.includes('DELETED') ? {} : { deleted: false };
  const { items, total } = await listUsers(ctx, { ...query, ...paging, ...shown });
  const bounced = await bouncedAmong(
    ctx,
    items.map(({ email }) => email),
  );
  const [schoolId] = query.highSchools ?? [];
  const highSchool = schoolId === undefined ? null : await getVisibleHighSchool(ctx, schoolId);
  const views = await listViewsOf(ctx, 'users');
  return { refusal: null, users: [...items], bounced, page, total, highSchool, views };
}

export default function UserList() {
  const { refusal, users, bounced, page, total, highSchool, views } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  return (
    <>
      <PageHeader
        title="Users"
        subtitle={<span role="status">{total === null ? 'No users to show' : counted(total, 'user')}</span>}
        actions={
          <>
            <ButtonLink to={downloadOf(search)} newTab reloadDocument>
              Download CSV
            </ButtonLink>
            <ButtonLink to={`${downloadOf(search)}&format=xlsx`} newTab reloadDocument>
              Download Excel
            </ButtonLink>
            <ButtonLink to="/invites" variant="primary">
              Invite user
            </ButtonLink>
          </>
        }
      />
      <Stack>
        {refusal === null ? null : <Banner tone="danger">{refusal}</Banner>}
        {refusal === null ? (
          <ListBar
            query={userList}
            search={search}
            tabs={null}
            find={{ name: 'name', label: 'First or last name', value: search.get('name') ?? '' }}
            list="users"
            views={views}
          />
        ) : null}
        <UserFilters highSchool={highSchool} search={search} isRefused={refusal !== null} />
        {total === null ? null : users.length === 0 ? (
          <NoUsers search={search} />
        ) : (
          <Panel
            flush
            footer={
              <Pagination
                one="user"
                many="users"
                shown={users.length}
                total={total}
                {...numberedPages(userList, search, { page, total })}
              />
            }
          >
            <UserTable users={users} bounced={bounced} search={search} />
          </Panel>
        )}
      </Stack>
    </>
  );
}

function downloadOf(search: URLSearchParams): string {
  const filter = userList.filterOf(search);
  const hasDeleted = filter.get('withDeleted') === 'true' || filter.getAll('flags').includes('DELETED');
  if (!hasDeleted) filter.set('deleted', 'false');
  filter.delete('withDeleted');
  return `/api/users/download?${filter.toString()}`;
}

function NoUsers({ search }: { search: URLSearchParams }) {
  return (
    <Panel flush>
      <EmptyState
        title="No users match"
        actions={<ButtonLink to={userList.hrefOf(userList.orderOf(search))}>Show all users</ButtonLink>}
      >
        Try different filters, or clear them.
      </EmptyState>
    </Panel>
  );
}

interface UserTableProps {
  users: readonly UserListItem[];
  bounced: readonly string[];
  search: URLSearchParams;
}

/** The list of users. The headings sort it and keep the filters. */
function UserTable({ users, bounced, search }: UserTableProps) {
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
      oneLine
      columns={[
        {
          ...sortable('name'),
          rowHeader: true,
          cell: (user) => (
            <Link className="cell-clipped" title={fullName(user)} to={`/users/${user.id}`}>
              {fullName(user)}
            </Link>
          ),
        },
        {
          ...sortable('email'),
          cell: ({ email }) => (
            <>
              <Clipped wide>{email}</Clipped> <BouncedBadge hasBounced={bounced.includes(email)} />
            </>
          ),
        },
        { key: 'schools', header: 'School', cell: ({ highSchools }) => <Schools schools={highSchools} /> },
        { ...sortable('phone'), cell: ({ phone }) => <Clipped wide>{phone}</Clipped> },
        {
          key: 'signedIn',
          header: 'Last sign-in',
          cell: ({ lastSignedInAt }) =>
            lastSignedInAt === null ? 'Never' : <AlaskaTime iso={lastSignedInAt} oneLine />,
        },
        { key: 'flags', header: 'Flags', cell: ({ flags }) => <UserFlags flags={flags} /> },
      ]}
    />
  );
}

const SCHOOLS_SHOWN = 3;

const schoolText = ({ name, position }: UserListItem['highSchools'][number]) =>
  `${name} (${STAFF_POSITION_LABELS[position]})`;

/** The user's schools with the positions; long lists are cut. */
function Schools({ schools }: { schools: UserListItem['highSchools'] }) {
  if (schools.length === 0) return <>None</>;
  const more = schools.length - SCHOOLS_SHOWN;
  return (
    <span className="cell-clipped is-wide" title={schools.map(schoolText).join(', ')}>
      {schools.slice(0, SCHOOLS_SHOWN).map(({ id, name, position }, index) => (
        <Fragment key={id}>
          {index === 0 ? null : ', '}
          <Link to={`/highschools/${id}`}>{name}</Link> ({STAFF_POSITION_LABELS[position]})
        </Fragment>
      ))}
      {more > 0 ? `, and ${more} more` : null}
    </span>
  );
}
