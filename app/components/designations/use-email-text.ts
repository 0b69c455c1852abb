import { useState } from 'react';
import { joinedEmail, type EmailText } from '#app/lib/markup/fill-notice.ts';
import type { DesignationStatus } from '#app/schemas/enums.ts';

/** A text edited by the reviewer, and the standard text it was based on. */
interface WrittenText extends EmailText {
  readonly basis: string;
}

type WrittenTexts = Readonly<Partial<Record<DesignationStatus, WrittenText>>>;

export interface ShownText extends EmailText {
  /** The standard text that is shown or was edited, subject and body joined. */
  readonly basis: string;
  readonly isWritten: boolean;
  readonly isOutdated: boolean;
  /** React key of the fields; changes when they show a different text. */
  readonly key: string;
}

/**
 * Returns the text of a decision's email. It follows status, reasons and note until it is edited, and then
 * remains until reset, separately for each status. `sent` has the values in the server's response.
 */
export function useEmailText(
  status: DesignationStatus,
  standard: EmailText | null,
  sent: Readonly<Record<string, unknown>>,
) {
  const [written, setWritten] = useState(() => sentText(sent));
  const [resets, setResets] = useState(0);
  if (standard === null) return null;
  const own = written[status];
  const basis = own?.basis ?? joinedEmail(standard);
  const shown: ShownText = {
    ...(own ?? standard),
    basis,
    isWritten: own !== undefined,
    isOutdated: basis !== joinedEmail(standard),
    key: `${status} ${resets} ${basis}`,
  };
  return {
    shown,
    /** The standard text for the current input, subject and body joined. */
    standard: joinedEmail(standard),
    rewrite: (part: Partial<EmailText>) =>
      setWritten({ ...written, [status]: { subject: shown.subject, body: shown.body, basis, ...part } }),
    reset: () => {
      setWritten({ ...written, [status]: undefined });
      setResets(resets + 1);
    },
  };
}

/**
 * Returns an edited text under the submitted status, even if written for another, so it can be revised.
 */
function sentText(sent: Readonly<Record<string, unknown>>): WrittenTexts {
  const [subject, body, basis] = ['emailSubject', 'emailBody', 'emailShown'].map((name) => {
    const value = sent[name];
    return typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : '';
  });
  const { emailFor, status } = sent;
  const isSent = emailFor !== undefined && typeof status === 'string';
  if (!isSent || subject === undefined || body === undefined || basis === undefined) return {};
  return joinedEmail({ subject, body }) === basis ? {} : { [status]: { subject, body, basis } };
}
