import { useEffect, useRef, useState } from 'react';
import type { MouseEvent, ReactNode } from 'react';

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
  /** The server's answer, where messages go while fields are edited: it alone moves the focus. */
  refusal?: object | undefined;
  /** What leads to an item's control, where that is not always on the page; a link to it unless told. */
  renderLink?: (item: Required<SummaryItem>) => ReactNode;
} & ({ form: ConformForm; items?: undefined } | { form?: undefined; items: readonly SummaryItem[] });

/**
 * What went wrong, at the head of the form, each message a link to its field. It takes the focus when a submit has failed,
 * also in a page that the server rendered without scripts. With conform it shows what the last failed submit found, as long as the
 * form does.
 */
export function ErrorSummary({
  form,
  items,
  refusal,
  title = 'There is a problem',
  renderLink = FieldLink,
}: ErrorSummaryProps) {
  const found = form ? itemsOf(form) : items;
  const shown = useLastFailure(found, form ? form.status : 'error');
  const ref = useRef<HTMLDivElement>(null);
  const news = refusal ?? JSON.stringify(shown);

  useEffect(() => {
    ref.current?.focus();
  }, [news]);

  if (shown.length === 0) return null;
  return (
    <div ref={ref} className="error-summary" role="alert" tabIndex={-1} autoFocus>
      <h2>{title}</h2>
      <ul>
        {shown.map((item) => (
          <li key={`${item.fieldId} ${item.message}`}>
            {item.fieldId ? renderLink({ message: item.message, fieldId: item.fieldId }) : item.message}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** With scripts it moves the focus without changing the address: Remix would drop the action's answer with the old one. */
function FieldLink({ fieldId: id, message }: Required<SummaryItem>) {
  const goToField = (event: MouseEvent) => {
    const control = document.getElementById(id);
    if (!control) return;
    event.preventDefault();
    control.focus();
    control.closest('.field')?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <a href={`#${id}`} onClick={goToField}>
      {message}
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

/** conform gives the control of the field `name` in the form `id` the id `id-name`; '' is the form itself. */
function itemsOf(form: ConformForm): SummaryItem[] {
  return Object.entries(form.allErrors).flatMap(([name, messages]) =>
    messages.map((message) => ({ message, fieldId: name ? `${form.id}-${name}` : undefined })),
  );
}
