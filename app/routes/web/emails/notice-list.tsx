import { Link, useLoaderData } from '@remix-run/react';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { EmailSections } from '#app/components/emails/email-sections.tsx';
import { titled } from '#app/components/site/titled.ts';
import { Badge } from '#app/components/ui/badge.tsx';
import { DataTable } from '#app/components/ui/data-table.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { listNotices } from '#app/domain/notices/notices.server.ts';
import { STANDARD_NOTICES } from '#app/domain/notices/standard-notices.server.ts';
import { NOTICE_LABELS } from '#app/schemas/enums.ts';
import { type Notice, NoticeListScreenSchema } from '#app/schemas/notice.ts';
import { screen } from '#app/server/web-route.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';

export const meta = titled('Automatic emails');

export const loader = screen(async ({ ctx }) => {
  const notices = await listNotices(ctx);
  return { notices: notices.map((notice) => ({ ...notice, when: STANDARD_NOTICES[notice.kind].when })) };
}, NoticeListScreenSchema);

export default function NoticeList() {
  const { notices } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Automatic emails" actions={<EmailSections />} />
      <Panel flush>
        <DataTable
          caption="Automatic emails"
          rows={notices}
          rowKey={({ kind }) => kind}
          columns={[
            {
              key: 'kind',
              header: 'Email',
              rowHeader: true,
              cell: ({ kind }) => <Link to={`/emails/notices/${kind}`}>{NOTICE_LABELS[kind]}</Link>,
            },
            { key: 'when', header: 'Sent', cell: ({ when }) => when },
            { key: 'isOn', header: 'Status', cell: ({ isOn }) => <OnBadge isOn={isOn} /> },
            { key: 'text', header: 'Text', cell: (notice) => <TextState {...notice} /> },
          ]}
        />
      </Panel>
    </>
  );
}

function OnBadge({ isOn }: Pick<Notice, 'isOn'>) {
  return isOn ? (
    <Badge tone="success" icon="check">
      On
    </Badge>
  ) : (
    <Badge tone="secondary" icon="minus">
      Off
    </Badge>
  );
}

function TextState({ isChanged, updatedAt }: Pick<Notice, 'isChanged' | 'updatedAt'>) {
  if (!isChanged || updatedAt === null) return 'Standard';
  return (
    <>
      Changed <AlaskaTime iso={updatedAt} />
    </>
  );
}
