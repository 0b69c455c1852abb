import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';

export interface SummaryItem {
  message: string;
  fieldId?: string;
}

/** The part of conform's `FormMetadata` that the summary reads. */
interface ConformForm {
  id: string;
  status?: 'success' | 'error';
  allErrors: Record<string, string[]>;
  /** Whether `allErrors` has each error until it is fixed. conform alone forgets the server's errors at its next check. */
  isCurrent?: boolean;
}

type ErrorSummaryProps = {
  title?: string;
  /** The server's response. Each new one moves the focus, even if its messages are the same. */
  refusal?: object | undefined;
  /** Renders the link to a control that may not be on the page; by default a plain link. */
  renderLink?: (item: Required<SummaryItem>) => ReactNode;
} & ({ form: ConformForm; items?: undefined } | { form?: undefined; items: readonly SummaryItem[] });

/**
 * The form's errors, linked to their fields. Focused after a failed submit, also without JavaScript. With conform,
 * it shows the last submit's errors that haven't been fixed yet.
 */
export function ErrorSummary({
  form,
  items,
  refusal,
  title = 'There is a problem',
  renderLink = FieldLink,
}: ErrorSummaryProps) {
  const found = form ? itemsOf(form) : items;
  const isCurrent = form?.isCurrent === true;
  const status = form ? form.status : 'error';
  const shown = useLastFailure(found, { status, formId: form?.id, isCurrent });
  const ref = useRef<HTMLDivElement>(null);
  const previous = useRef<ReadonlySet<string>>(new Set());
  const isFailed = status === 'error';
  const wasFailed = useRef(false);
  const signature = shown.map((item) => JSON.stringify(item)).join(SEPARATOR);

  useEffect(() => {
    const isNew =
      signature !== EMPTY && !signature.split(SEPARATOR).every((key) => previous.current.has(key));
    const isRepeated = isCurrent && !wasFailed.current;
    if (isFailed && (isNew || isRepeated)) ref.current?.focus();
    previous.current = new Set(signature.split(SEPARATOR));
    wasFailed.current = isFailed;
  }, [isCurrent, isFailed, signature]);

  useEffect(() => {
    if (refusal !== undefined) ref.current?.focus();
  }, [refusal]);

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

/** Focuses the control without changing the URL, because Remix would drop the action's response. */
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

interface FailureOptions {
  readonly status: 'success' | 'error' | undefined;
  readonly formId: string | undefined;
  readonly isCurrent: boolean;
}

/**
 * Returns the items of the last failed submit, except those whose fields have been fixed.
 * Items without a field remain until a submit succeeds or the form is reset.
 */
function useLastFailure(found: readonly SummaryItem[], { status, formId, isCurrent }: FailureOptions) {
  const [shown, setShown] = useState<readonly SummaryItem[]>(status === 'error' ? found : []);
  const [failed, setFailed] = useState(() => idsOf(shown));
  const [changed, setChanged] = useState<ReadonlySet<string>>(NONE);
  const remains = ({ fieldId }: SummaryItem) =>
    fieldId === undefined || !changed.has(fieldId) || found.some((item) => item.fieldId === fieldId);
  const left = isCurrent
    ? [
        ...shown.filter(({ fieldId }) => fieldId === undefined),
        ...found.filter((item) => hasFailed(failed, item)),
      ]
    : shown.filter(remains);
  const next = status === 'error' ? found : status === 'success' ? [] : left;
  if (JSON.stringify(next) !== JSON.stringify(shown)) {
    setShown(next);
    if (status === 'error') setFailed(idsOf(found));
    if (status === 'error' && changed.size > 0) setChanged(NONE);
  }
  const isAnyLeft = next.length > 0;
  useEffect(() => {
    if (formId === undefined || !isAnyLeft) return;
    const isOwn = (form: HTMLFormElement | null) => form?.id === formId;
    const onInput = ({ target }: Event) => {
      if (!(target instanceof Element) || !('name' in target) || !isOwn(target.closest('form'))) return;
      const id = `${formId}-${String(target.name)}`;
      setChanged((before) => (before.has(id) ? before : new Set([...before, id])));
    };
    const onReset = ({ target }: Event) => {
      if (target instanceof HTMLFormElement && isOwn(target)) setShown([]);
    };
    document.addEventListener('input', onInput);
    document.addEventListener('reset', onReset);
    return () => {
      document.removeEventListener('input', onInput);
      document.removeEventListener('reset', onReset);
    };
  }, [formId, isAnyLeft]);
  return next;
}

function idsOf(items: readonly SummaryItem[]): ReadonlySet<string | undefined> {
  return new Set(items.map(({ fieldId }) => fieldId));
}

function hasFailed(failed: ReadonlySet<string | undefined>, { fieldId }: SummaryItem): boolean {
  return fieldId !== undefined && failed.has(fieldId);
}

const NONE: ReadonlySet<string> = new Set();
const EMPTY = '';
/** JSON output contains no raw line breaks. */
const SEPARATOR = '\n';

/** Returns summary items. conform's ID for field `name` of form `id` is `id-name`; '' is the form itself. */
function itemsOf(form: ConformForm): SummaryItem[] {
  return Object.entries(form.allErrors).flatMap(([name, messages]) =>
    messages.map((message) => ({ message, fieldId: name ? `${form.id}-${name}` : undefined })),
  );
}
