import { type RefObject, useEffect, useRef, useState } from 'react';
import { Banner } from '#app/components/ui/banner.tsx';
import { Cluster } from '#app/components/ui/layout.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import type { ColorScheme } from '#app/schemas/enums.ts';
import { EMAIL_MESSAGES } from '#app/messages/email-messages.ts';
import { EMAIL_WIDTHS, useEmailWidth } from './use-email-width.ts';
import { contentOf, type TextCheck } from './use-text-check.ts';

const PREVIEW_PATH = '/emails/preview';
const FRAME_WITHOUT_SCRIPTS = 'email-preview';
const SCHEMES: Record<ColorScheme, string> = { light: 'Light', dark: 'Dark' };

interface EmailPreviewProps {
  formRef: RefObject<HTMLFormElement>;
  formId: string;
  check: TextCheck;
}

/** Preview next to the text: wide or narrow, light or dark. Without JavaScript, a button shows it. */
export function EmailPreview({
  formRef,
  formId,
  check: { response, validCount, failure },
}: EmailPreviewProps) {
  const [scheme, setScheme] = useState<ColorScheme>('light');
  const hostRef = useRef<HTMLDivElement>(null);
  const { width, choose, percent } = useEmailWidth(hostRef);

  useEffect(() => {
    const form = formRef.current;
    const host = hostRef.current;
    if (form === null || host === null || validCount === 0) return;
    showEmail(host, PREVIEW_PATH, { ...contentOf(form), scheme });
  }, [formRef, scheme, validCount]);

  const isUndarkened = scheme === 'dark' && response.hasDarkColors === false;

  return (
    <Panel
      title="Preview"
      actions={
        <Cluster>
          <PreviewToggle label="Width" labels={EMAIL_WIDTHS} value={width} onChoose={choose} />
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
        <div className="email-frame">
          <iframe name={FRAME_WITHOUT_SCRIPTS} title="Preview of the email" sandbox="" />
        </div>
      </noscript>
      {failure === null ? null : (
        <Banner tone="warning">
          Unable to update the preview. We&apos;ll try again with your next change. ({failure})
        </Banner>
      )}
      {response.subject === null && response.problems.length > 0 ? (
        <p className="script-needed">
          Fix the errors to update the preview. This is the last version that worked.
        </p>
      ) : (
        <p className="email-subject script-needed">
          <span className="text-body-secondary">Subject: </span>
          {response.subject}
        </p>
      )}
      <div ref={hostRef} className="email-frame script-needed" />
      {response.subject === null ? null : <p className="form-text mt-2">{EMAIL_MESSAGES.sampleValues}</p>}
      {percent < 100 || isUndarkened ? (
        <p className="form-text mt-2">
          {percent < 100 ? `Shown at ${percent}% of actual size. ` : null}
          {isUndarkened
            ? 'This email has no colors for dark mode. Some email apps will show it as above; others will darken it automatically.'
            : null}
        </p>
      ) : null}
      <details className="script-needed screen-only mt-3">
        <summary>Plain text version</summary>
        <pre className="email-text" tabIndex={0} aria-label="The email as plain text">
          {response.text ?? ''}
        </pre>
      </details>
    </Panel>
  );
}

interface PreviewToggleProps<Value extends string> {
  label: string;
  labels: Readonly<Record<Value, string>>;
  value: Value;
  onChoose: (value: Value) => void;
}

function PreviewToggle<Value extends string>({ label, labels, value, onChoose }: PreviewToggleProps<Value>) {
  return (
    <div className="toggle script-needed" role="group" aria-label={label}>
      {(Object.keys(labels) as Value[]).map((choice) => (
        <button key={choice} type="button" aria-pressed={choice === value} onClick={() => onChoose(choice)}>
          {labels[choice]}
        </button>
      ))}
    </div>
  );
}

let frames = 0;

/**
 * Posts the form into a new frame that replaces the old one once it has loaded, without flicker and without an entry in
 * the history. The response has another origin and runs no scripts.
 */
function showEmail(
  host: HTMLElement,
  path: string,
  fields: Readonly<Record<string, string | boolean>>,
): void {
  const older = [...host.children];
  const frame = document.createElement('iframe');
  frames += 1;
  frame.name = `email-preview-${frames}`;
  frame.title = 'Preview of the email';
  frame.setAttribute('sandbox', '');
  frame.className = 'email-frame-next';
  host.append(frame);
  frame.addEventListener('load', () => {
    for (const other of older) other.remove();
    frame.className = '';
  });
  const form = formWith(fields);
  form.action = path;
  form.target = frame.name;
  document.body.append(form);
  form.submit();
  form.remove();
}

function formWith(fields: Readonly<Record<string, string | boolean>>): HTMLFormElement {
  const form = document.createElement('form');
  form.method = 'post';
  form.hidden = true;
  for (const [name, value] of Object.entries(fields)) {
    if (value === false) continue;
    const field = document.createElement('textarea');
    field.name = name;
    field.value = value === true ? 'on' : value;
    form.append(field);
  }
  return form;
}
