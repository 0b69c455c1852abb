import { useEffect, useRef, useState } from 'react';
import type { MouseEvent } from 'react';

/** A message and the id of the control it concerns, if one does. */
export interface SummaryItem {
  message: string;
  fieldId?: string;
}

/** What the summary reads of conform's `FormMetadata`. */
interface ConformForm {
  id: string;
  status?: 'success' | 'error';
  allErrors: Record<string, string[]>;
}

type ErrorSummaryProps = {
  title?: string;
  /** Names the place of a field where its message alone does not: `(name) => 'Student 3'`. */
  placeOf?: (name: string) => string | undefined;
} & ({ form: ConformForm; items?: undefined } | { form?: undefined; items: readonly SummaryItem[] });

/**
 * What went wrong, at the head of the form, each message a link to its field. It takes the focus when a submit has failed,
 * also in a page that the server rendered without scripts. With conform it shows what the last failed submit found and does
 * not move while fields are being corrected.
 */
export function ErrorSummary({ form, items, title = 'There is a problem', placeOf }: ErrorSummaryProps) {
  const found = form ? itemsOf(form, placeOf) : items;
  const shown = useLastFailure(found, form ? form.status : 'error');
  const ref = useRef<HTMLDivElement>(null);
  const signature = JSON.stringify(shown);

  useEffect(() => {
    ref.current?.focus();
  }, [signature]);

  if (shown.length === 0) return null;
  return (
    <div ref={ref} className="error-summary" role="alert" tabIndex={-1} autoFocus>
      <h2>{title}</h2>
      <ul>
        {shown.map((item) => (
          <li key={`${item.fieldId} ${item.message}`}>
            {item.fieldId ? <FieldLink id={item.fieldId}>{item.message}</FieldLink> : item.message}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** With scripts it moves the focus without changing the address: Remix would drop the action's answer with the old one. */
function FieldLink({ id, children }: { id: string; children: string }) {
  const goToField = (event: MouseEvent) => {
    const control = document.getElementById(id);
    if (!control) return;
    event.preventDefault();
    control.focus();
    control.closest('.field')?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <a href={`#${id}`} onClick={goToField}>
      {children}
    </a>
  );
}

/** The items of the last failed submit: kept while the form is edited, gone when a submit succeeds. */
function useLastFailure(found: readonly SummaryItem[], status: 'success' | 'error' | undefined) {
  const [kept, setKept] = useState<readonly SummaryItem[]>(status === 'error' ? found : []);
  const next = status === 'error' ? found : status === 'success' ? [] : kept;
  if (JSON.stringify(next) !== JSON.stringify(kept)) setKept(next);
  return next;
}

/** A longer list names each place once, with what is first wrong there: the summary must not hide the form. */
const ITEMS_MAX = 10;

/** conform gives the control of the field `name` in the form `id` the id `id-name`; '' is the form itself. */
function itemsOf(
  form: ConformForm,
  placeOf: ((name: string) => string | undefined) | undefined,
): SummaryItem[] {
  const found = Object.entries(form.allErrors).flatMap(([name, messages]) =>
    messages.map((message) => ({
      message,
      place: placeOf?.(name),
      fieldId: name ? `${form.id}-${name}` : undefined,
    })),
  );
  const isLong = found.length > ITEMS_MAX;
  return found.flatMap(({ message, place, fieldId }, index) => {
    if (place === undefined) return [{ message, fieldId }];
    if (!isLong) return [{ message: `${place}: ${message}`, fieldId }];
    const ofPlace = found.filter((other) => other.place === place);
    if (found.findIndex((other) => other.place === place) !== index) return [];
    const more = ofPlace.length === 1 ? '' : ` And ${ofPlace.length - 1} more.`;
    return [{ message: `${place}: ${message}${more}`, fieldId }];
  });
}
