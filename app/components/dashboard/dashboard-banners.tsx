import { Link } from '@remix-run/react';
import { Banner } from '#app/components/ui/banner.tsx';
import { counted, plural } from '#app/lib/text/counted.ts';
import type { AccessRequestCounts } from '#app/schemas/access-request.ts';
import type { SchoolsPath } from '#app/schemas/high-school-screens.ts';
import { NAMED_MAX } from '#app/config/constants.ts';
import type { UnreadThread } from '#app/schemas/designation-message.ts';

interface AccessRequestBannerProps {
  counts: AccessRequestCounts;
  /** Where the user answers the requests of a school. */
  path: SchoolsPath;
}

/** Says how many people have requested access to which school. Renders nothing if no one has. */
export function AccessRequestBanner({ counts: { schools, unmatched }, path }: AccessRequestBannerProps) {
  const requests = [
    ...schools.map(({ id, name, people }) => ({ to: `${path}/${id}`, people, what: name })),
    ...(unmatched === 0
      ? []
      : [
          {
            to: '/invites',
            people: unmatched,
            what: plural(unmatched, "a school that wasn't found", "schools that weren't found"),
          },
        ]),
  ];
  if (requests.length === 0) return null;
  return (
    <Banner tone="info" live={false}>
      {requests.map(({ to, people, what }) => (
        <p key={to} className="m-0">
          {counted(people, 'person has', 'people have')} requested access to <Link to={to}>{what}</Link>
        </p>
      ))}
    </Banner>
  );
}

interface UnreadBannerProps {
  unread: readonly UnreadThread[];
  title: string;
}

/** Links to the designations with unread messages. Renders nothing if there are none. */
export function UnreadBanner({ unread, title }: UnreadBannerProps) {
  if (unread.length === 0) return null;
  const more = unread.length - NAMED_MAX;
  return (
    <Banner tone="info" live={false} title={title}>
      <ul>
        {unread.slice(0, NAMED_MAX).map((thread) => (
          <li key={thread.designationId}>
            <Link to={`/designations/${thread.designationId}/messages`}>
              {thread.schoolName} {thread.year}
            </Link>
            : {thread.unread} unread
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="mb-0">And {counted(more, 'more designation')}.</p> : null}
    </Banner>
  );
}
