import { Panel } from '#app/components/ui/panel.tsx';
import { fillNotice } from '#app/lib/markup/fill-notice.ts';

interface NoticePreviewProps {
  subject: string;
  body: string;
  fields: readonly { name: string; meaning: string }[];
  frame: { before: string; after: string } | null;
}

/** The whole mail as it is written now; what stands in for each merge field says what it will be. */
export function NoticePreview({ subject, body, fields, frame }: NoticePreviewProps) {
  const samples = Object.fromEntries(fields.map(({ name, meaning }) => [name, sampleOf(meaning)]));
  const mail = fillNotice({ subject, body }, samples);
  return (
    <Panel title="Preview">
      <p className="text-break">
        <span className="text-body-secondary">Subject: </span>
        {mail.subject}
      </p>
      <pre className="mail-text mail-text-whole">
        {[frame?.before, mail.body, frame?.after].filter(Boolean).join('\n\n')}
      </pre>
    </Panel>
  );
}

/** 'The note to the school; empty where there is none' as '[the note to the school]'. */
function sampleOf(meaning: string): string {
  const [words = ''] = meaning.split(';');
  return `[${words.charAt(0).toLowerCase()}${words.slice(1)}]`;
}
