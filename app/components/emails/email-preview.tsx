import { type RefObject, useEffect, useRef, useState } from 'react';
import { Banner } from '#app/components/ui/banner.tsx';
import { Cluster } from '#app/components/ui/layout.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import type { ColorScheme } from '#app/schemas/enums.ts';
import { PreviewToggle } from './preview-toggle.tsx';
import { showMail } from './show-mail.ts';
import { MAIL_WIDTHS, useMailWidth } from './use-mail-width.ts';
import { contentOf, type TextCheck } from './use-text-check.ts';

const PREVIEW_PATH = '/emails/preview';
const FRAME_WITHOUT_SCRIPTS = 'mail-preview';
const SCHEMES: Record<ColorScheme, string> = { light: 'Light', dark: 'Dark' };

interface EmailPreviewProps {
  formRef: RefObject<HTMLFormElement>;
  formId: string;
  check: TextCheck;
}

/** The mail as its reader sees it, by the side of its text: wide or narrow, light or dark. Without scripts a button shows it. */
export function EmailPreview({ formRef, formId, check: { answer, sound, failure } }: EmailPreviewProps) {
  const [scheme, setScheme] = useState<ColorScheme>('light');
  const hostRef = useRef<HTMLDivElement>(null);
  const { width, choose, percent } = useMailWidth(hostRef);

  useEffect(() => {
    const form = formRef.current;
    const host = hostRef.current;
    if (form === null || host === null || sound === 0) return;
    showMail(host, PREVIEW_PATH, { ...contentOf(form), scheme });
  }, [formRef, scheme, sound]);

  const isUndarkened = scheme === 'dark' && answer.hasDarkColors === false;

  return (
    <Panel
      title="Preview"
      actions={
        <Cluster>
          <PreviewToggle label="Width" labels={MAIL_WIDTHS} value={width} onChoose={choose} />
          <PreviewToggle label="Colors" labels={SCHEMES} value={scheme} onChoose={setScheme} />
        </Cluster>
      }
    >
      <noscript>
        <p>
          <button
            className="btn btn-outline"
            type="submit"
            form={formId}
            formAction={PREVIEW_PATH}
            formTarget={FRAME_WITHOUT_SCRIPTS}
          >
            Show preview
          </button>
        </p>
        <div className="mail-frame">
          <iframe name={FRAME_WITHOUT_SCRIPTS} title="Preview of the email" sandbox="" />
        </div>
      </noscript>
      {failure === null ? null : (
        <Banner tone="warning">
          Unable to update the preview. We&rsquo;ll try again with your next change. ({failure})
        </Banner>
      )}
      <p className="mail-subject script-needed">
        <span className="text-body-secondary">Subject: </span>
        {answer.subject ??
          (answer.problems.length > 0
            ? 'There are errors to mend first. The mail is shown as it was before them.'
            : '')}
      </p>
      <div ref={hostRef} className="mail-frame script-needed" />
      {percent < 100 || isUndarkened ? (
        <p className="form-text mt-2">
          {percent < 100 ? `Shown at ${percent}% of its size. ` : null}
          {isUndarkened
            ? 'This email has no dark colors of its own: some mail programs show it as above, others darken it in their own way.'
            : null}
        </p>
      ) : null}
      <details className="script-needed mt-3">
        <summary>As text</summary>
        <pre className="mail-text" tabIndex={0} aria-label="The mail as text">
          {answer.text ?? ''}
        </pre>
      </details>
    </Panel>
  );
}
