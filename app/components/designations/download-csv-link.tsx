import { useRevalidator } from '@remix-run/react';
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { ButtonLink, type ButtonLinkProps } from '#app/components/ui/button.tsx';
import { useConfirm } from '#app/components/ui/confirm.tsx';

interface DownloadCsvLinkProps {
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

export const DOWNLOAD_QUESTION = { title: 'Download CSV', confirmLabel: 'Download' };

/**
 * Download in a new tab (specification, section 7), with a question where the specification requires one.
 * Without JavaScript, the question is shown next to the button.
 */
export function DownloadCsvLink(props: DownloadCsvLinkProps) {
  const { href, question, plainQuestion = question, mark, variant, children } = props;
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
    if (!(await confirm({ ...DOWNLOAD_QUESTION, message: question }))) return;
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
const LOOK_AGAIN_MS = [600, 2000, 6000, 20_000];

/** Revalidates a few times until the mark changes, because nothing notifies the page of a download. */
function useRefreshAfterDownload(mark: string | null): () => void {
  const { revalidate } = useRevalidator();
  const [watch, setWatch] = useState<{ since: string | null } | null>(null);

  useEffect(() => {
    if (watch === null || watch.since !== mark) return;
    const timers = LOOK_AGAIN_MS.map((delay) => window.setTimeout(revalidate, delay));
    return () => {
      timers.forEach((timer) => window.clearTimeout(timer));
    };
  }, [watch, mark, revalidate]);

  return () => setWatch({ since: mark });
}
