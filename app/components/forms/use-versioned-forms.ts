import { useActionData, useNavigation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import type { ServerReply } from '#app/components/forms/server-errors.ts';
import { usePendingForm } from '#app/components/forms/submit-button.tsx';
import { hasSaveFailed } from '#app/components/ui/save-notice.tsx';

interface Forms {
  /** The intent that the forms send, and the server's response to it. */
  readonly intent: string;
  readonly reply: ServerReply;
  /** IDs of the forms. */
  readonly forms: readonly string[];
  /** Intents of the page's forms that change the record, and of those that also empty these forms. */
  readonly changedBy: readonly string[];
  readonly emptiedBy: readonly string[];
}

interface VersionedForms<Stored> {
  /** The stored version that the forms are shown for. */
  readonly filledIn: Stored;
  /** Key of the forms; a new one empties them. */
  readonly formKey: number;
  /** Why the forms were refused. Remains while other forms of the page are sent. */
  readonly refusal: ServerReply;
}

/**
 * Returns the last refusal of a form until the form is accepted. The page's response alone would forget it once another
 * form of the page is sent, and what was typed with it.
 * @param intent the intent that the form sends
 * @param reply the server's response to it
 */
export function useRefusal(intent: string, reply: ServerReply): ServerReply {
  const [refusal, setRefusal] = useState(reply);
  const [isSent, setIsSent] = useState(false);
  const sent = usePendingForm()?.get('intent');
  if (sent !== undefined) {
    if (isSent !== (sent === intent)) setIsSent(!isSent);
  } else if (reply !== undefined) {
    if (reply !== refusal) setRefusal(reply);
    if (isSent) setIsSent(false);
  } else if (isSent) {
    if (!hasSaveFailed()) setRefusal(undefined);
    setIsSent(false);
  }
  return reply ?? refusal;
}

/**
 * Preserves form input when a newer version of the record is loaded. If someone else saved that version, forms with
 * input keep the version they were opened with, so that submitting them is a conflict.
 */
export function useVersionedForms<Stored extends { readonly version: number }>(
  stored: Stored,
  { intent: own, reply, forms, changedBy, emptiedBy }: Forms,
): VersionedForms<Stored> {
  const refusal = useRefusal(own, reply);
  const [latest, setLatest] = useState(stored);
  const [filledIn, setFilledIn] = useState(stored);
  const [formKey, setFormKey] = useState(stored.version);
  const [isTyped, setIsTyped] = useState(reply !== undefined);
  /** What the form that was last sent from this page changes; null if it changes nothing of the record. */
  const [sent, setSent] = useState<string | null>(null);
  const intent = usePendingForm()?.get('intent');
  const isRefused = useActionData() !== undefined;
  const isIdle = useNavigation().state === 'idle';
  const formIds = forms.join(' ');

  useEffect(() => {
    const onInput = ({ target }: Event) => {
      const form = target instanceof Element ? target.closest('form') : null;
      if (formIds.split(' ').includes(form?.getAttribute('id') ?? '')) setIsTyped(true);
    };
    document.addEventListener('input', onInput);
    return () => document.removeEventListener('input', onInput);
  }, [formIds]);

  if (intent !== undefined) {
    const change = changedBy.find((known) => known === intent) ?? null;
    if (change !== sent) setSent(change);
  } else if (stored !== latest) {
    setLatest(stored);
    const isNewer = stored.version !== filledIn.version;
    const isEmptied = !isRefused && sent !== null && emptiedBy.includes(sent);
    // These forms show the reason together with the latest version.
    const isConflict = isRefused && sent === own;
    // Otherwise someone else's change is included, as after a refusal, or when the forms were already behind.
    const isOurs = sent !== null && !isRefused && filledIn.version === latest.version;
    if (!isNewer || !isTyped || isEmptied || isOurs || isConflict) setFilledIn(stored);
    if (isNewer && (!isTyped || isEmptied)) {
      setFormKey(stored.version);
      setIsTyped(false);
    }
    if (sent !== null) setSent(null);
  } else if (isIdle && isRefused && sent !== null) {
    // Refused without loading anything, so the next version isn't its result.
    setSent(null);
  }
  return { filledIn, formKey, refusal };
}
