import { useActionData } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useFormUnderWay } from '#app/components/forms/submit-button.tsx';

interface Forms {
  /** IDs of the forms. */
  readonly forms: readonly string[];
  /** Intents of the page's forms that change the record, and of those that also empty these forms. */
  readonly changedBy: readonly string[];
  readonly emptiedBy: readonly string[];
}

interface FilledIn<Stored> {
  /** The stored version that the forms are shown for. */
  readonly filledIn: Stored;
  /** Key of the forms; a new one empties them. */
  readonly formKey: number;
}

/**
 * Preserves form input when a newer version of the record is loaded. If someone else saved that version, forms with
 * input keep the version they were opened with, so that submitting them is a conflict.
 */
export function useFilledIn<Stored extends { readonly version: number }>(
  stored: Stored,
  { forms, changedBy, emptiedBy }: Forms,
): FilledIn<Stored> {
  const [latest, setLatest] = useState(stored);
  const [filledIn, setFilledIn] = useState(stored);
  const [formKey, setFormKey] = useState(stored.version);
  const [isTyped, setIsTyped] = useState(false);
  /** What the form that was last sent from this page changes; null if it changes nothing of the record. */
  const [sent, setSent] = useState<string | null>(null);
  const intent = useFormUnderWay()?.get('intent');
  const isRefused = useActionData() !== undefined;
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
    const isEmptied = sent !== null && emptiedBy.includes(sent);
    // Otherwise someone else's change is included, as after a refusal, or when the forms were already behind.
    const isOurs = sent !== null && !isRefused && filledIn.version === latest.version;
    if (!isNewer || !isTyped || isEmptied || isOurs) setFilledIn(stored);
    if (isNewer && (!isTyped || isEmptied)) {
      setFormKey(stored.version);
      setIsTyped(false);
    }
    if (sent !== null) setSent(null);
  }
  return { filledIn, formKey };
}
