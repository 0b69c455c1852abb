import { Form } from '@remix-run/react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { formatNumber } from '#app/lib/text/counted.ts';
import { saveSelection, takeSelection } from '#app/components/designations/saved-selection.ts';
import { Button } from '#app/components/ui/button.tsx';
import { Cluster } from '#app/components/ui/layout.tsx';
import { versionTokenOf } from '#app/lib/versions.ts';
import type { DesignationRow } from '#app/schemas/designation-screens.ts';

interface SelectionFormProps {
  rows: readonly DesignationRow[];
  total: number;
  search: URLSearchParams;
  children: ReactNode;
}

/**
 * Form around the table. Acting on the selected rows, the page or all matches opens a confirmation page. The
 * selection is restored on return. Use `search` as the key.
 */
export function SelectionForm({ rows, total, search, children }: SelectionFormProps) {
  const ref = useRef<HTMLFormElement>(null);
  const [count, setCount] = useState(0);
  const [isMissed, setIsMissed] = useState(false);
  const pageBox = useRef<HTMLInputElement>(null);
  const allBox = useRef<HTMLInputElement>(null);
  const query = search.toString();

  const boxes = () => [...(ref.current?.querySelectorAll<HTMLInputElement>('input[name="selected"]') ?? [])];
  const checkedBoxes = () => boxes().filter((box) => box.checked);
  const isAll = () => allBox.current?.checked === true;
  const choose = () => {
    const chosen = checkedBoxes().length;
    if (pageBox.current !== null) pageBox.current.checked = chosen === rows.length;
    setCount(isAll() ? total : chosen);
    setIsMissed(false);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (checkedBoxes().length > 0 || isAll()) {
      saveSelection(query, { checked: new Set(checkedBoxes().map(({ value }) => value)), isAll: isAll() });
      return;
    }
    event.preventDefault();
    setIsMissed(true);
  };
  const choosePage = () => {
    for (const box of boxes()) box.checked = pageBox.current?.checked === true;
  };
  const bringBack = useRef(() => {
    const saved = takeSelection(query);
    if (saved === null) return;
    for (const box of boxes()) box.checked = saved.checked.has(box.value);
    if (allBox.current !== null) allBox.current.checked = saved.isAll;
    choose();
  });
  useEffect(() => bringBack.current(), []);

  return (
    <Form ref={ref} method="post" action="/designations/bulk" onChange={choose} onSubmit={submit}>
      <input type="hidden" name="search" value={query} />
      <div className="selection-bar">
        <Cluster>
          <div className="form-check m-0">
            <input
              ref={pageBox}
              type="checkbox"
              className="form-check-input"
              id="select-page"
              name="page"
              value={rows.map(versionTokenOf).join(' ')}
              onChange={choosePage}
            />
            <label className="form-check-label" htmlFor="select-page">
              Select all on this page
            </label>
          </div>
          {total > rows.length ? (
            <div className="form-check m-0">
              <input ref={allBox} type="checkbox" className="form-check-input" id="select-all" name="all" />
              <label className="form-check-label" htmlFor="select-all">
                Select all {formatNumber(total)} that match
              </label>
            </div>
          ) : null}
          <span role="status" className="text-body-secondary">
            {count === 0 ? '' : `${formatNumber(count)} selected`}
          </span>
        </Cluster>
        <Cluster>
          {ACTIONS.map(({ value, label }) => (
            <Button key={value} type="submit" size="sm" name="action" value={value}>
              {label}
            </Button>
          ))}
        </Cluster>
        <p role="alert" className="m-0">
          {isMissed ? NOTHING_SELECTED : ''}
        </p>
      </div>
      {children}
    </Form>
  );
}

const NOTHING_SELECTED = 'Nothing is selected. Select designations in the list, then choose an action.';

const ACTIONS = [
  { value: 'approve', label: 'Approve…' },
  { value: 'return', label: 'Return…' },
  { value: 'reject', label: 'Reject…' },
  { value: 'download', label: 'Download…' },
] as const;
