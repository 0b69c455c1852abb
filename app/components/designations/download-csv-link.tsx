import { useRevalidator } from '@remix-run/react';
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { ButtonLink, type ButtonLinkProps } from '#app/components/ui/button.tsx';
import { useConfirm } from '#app/components/ui/confirm.tsx';
import { DOWNLOAD_AGAIN } from '#app/messages/download-labels.ts';

interface DownloadLinkProps {
  href: string;
  /** Question to confirm if it was downloaded before; null downloads without asking. */
  question: string | null;
  /** Text shown without JavaScript, if it differs from the question. */
  plainQuestion?: string | null;
  /** Identifies the known downloads. After a click, the page revalidates until this changes. */
  mark: string | null;
  variant?: ButtonLinkProps['variant'];
  children: ReactNode;
}

interface DownloadCsvLinkProps extends DownloadLinkProps {
  /** Label of a second link to the same data as an Excel workbook. */
  excel?: string;
}

export const DOWNLOAD_QUESTION = { title: 'Download CSV', confirmLabel: 'Download' };
export const EXCEL_QUESTION = { title: 'Download Excel', confirmLabel: 'Download' };
/** Question of a form whose buttons choose the format. */
export const SELECTION_QUESTION = {
  title: 'Download designations',
  confirmLabel: 'Download',
  message: DOWNLOAD_AGAIN,
};

/** A download as CSV and, if it has a label, as an Excel workbook. See `DownloadLink`. */
export function DownloadCsvLink({ excel, ...props }: DownloadCsvLinkProps) {
  return (
    <>
      <DownloadLink {...props} dialog={DOWNLOAD_QUESTION} />
      {excel === undefined ? null : (
        <DownloadLink {...props} href={excelOf(props.href)} plainQuestion={null} dialog={EXCEL_QUESTION}>
          {excel}
        </DownloadLink>
      )}
    </>
  );
}

/** Returns the URL of the same download as an Excel workbook. */
function excelOf(href: string): string {
  return `${href}${href.includes('?') ? '&' : '?'}format=xlsx`;
}

/**
 * Download in a new tab (specification, section 7), with a question where the specification requires one.
 * Without JavaScript, the question is shown next to the button.
 */
function DownloadLink(props: DownloadLinkProps & { dialog: typeof DOWNLOAD_QUESTION }) {
  const { href, question, plainQuestion = question, mark, variant, dialog: texts, children } = props;
  const [confirm, dialog] = useConfirm();
  const confirmed = useRef(false);
  const refreshSoon = useRefreshAfterDownload(mark);

  const press = async (event: MouseEvent<HTMLAnchorElement>) => {
    if (question === null || confirmed.current) {
      refreshSoon();
      return;
    }
    event.preventDefault();
    const link = event.currentTarget;
    if (!(await confirm({ ...texts, message: question }))) return;
    confirmed.current = true;
    link.click();
    confirmed.current = false;
  };

  return (
    <>
      <ButtonLink
        to={href}
        variant={variant}
        icon="download"
        reloadDocument
        newTab
        onClick={(event) => void press(event)}
      >
        {children}
      </ButtonLink>
      {plainQuestion === null ? null : (
        <noscript>
          <p>{plainQuestion}</p>
        </noscript>
      )}
      {dialog}
    </>
  );
}

/** Delays in milliseconds before checking whether the download was recorded: for small files, then large ones. */
const REVALIDATE_AFTER_MS = [600, 2000, 6000, 20_000];

/** Revalidates a few times until the mark changes, because nothing notifies the page of a download. */
function useRefreshAfterDownload(mark: string | null): () => void {
  const { revalidate } = useRevalidator();
  const [watch, setWatch] = useState<{ since: string | null } | null>(null);

  useEffect(() => {
    if (watch === null || watch.since !== mark) return;
    const timers = REVALIDATE_AFTER_MS.map((delay) => window.setTimeout(revalidate, delay));
    return () => {
      timers.forEach((timer) => window.clearTimeout(timer));
    };
  }, [watch, mark, revalidate]);

  return () => setWatch({ since: mark });
}
