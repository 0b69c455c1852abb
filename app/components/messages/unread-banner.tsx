import { Link } from '@remix-run/react';
import { Banner } from '#app/components/ui/banner.tsx';
import { NAMED_MAX } from '#app/config/constants.ts';
import { counted } from '#app/lib/text/counted.ts';
import type { UnreadThread } from '#app/schemas/designation-message.ts';

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
