import { Form } from '@remix-run/react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { grouped } from '#app/components/domain/designations/counted.ts';
import { listOf } from '#app/components/domain/designations/list-address.ts';
import { seenOf } from '#app/components/domain/designations/seen-designation.ts';
import { Button } from '#app/components/ui/button.tsx';
import { Cluster } from '#app/components/ui/layout.tsx';
import type { DesignationRow } from '#app/schemas/designation-screens.ts';

interface SelectionFormProps {
  rows: readonly DesignationRow[];
  total: number;
  search: URLSearchParams;
  /** The table, with a checkbox named `selected` in each row. */
  children: ReactNode;
}

/**
 * The table as a form: rows, all of the page or all that match are chosen, and a page of its own asks before anything is
 * done. Without scripts the two boxes above the table say it all by themselves.
 */
export function SelectionForm({ rows, total, search, children }: SelectionFormProps) {
  const ref = useRef<HTMLFormElement>(null);
  const [count, setCount] = useState(0);
  const [isMissed, setIsMissed] = useState(false);
  const pageBox = useRef<HTMLInputElement>(null);

  const boxes = () => [...(ref.current?.querySelectorAll<HTMLInputElement>('input[name="selected"]') ?? [])];
  const choose = () => {
    const ticked = boxes().filter((box) => box.checked).length;
    if (pageBox.current !== null) pageBox.current.checked = ticked === rows.length;
    const isAll = ref.current?.querySelector<HTMLInputElement>('input[name="all"]')?.checked === true;
    setCount(isAll ? total : ticked);
    setIsMissed(false);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const boxesOfForm = event.currentTarget.querySelectorAll<HTMLInputElement>('input[type="checkbox"]');
    if ([...boxesOfForm].some((box) => box.checked)) return;
    event.preventDefault();
    setIsMissed(true);
  };
  const choosePage = () => {
    for (const box of boxes()) box.checked = pageBox.current?.checked === true;
  };

  return (
    <Form ref={ref} method="post" action="/designations/bulk" onChange={choose} onSubmit={submit}>
      <input type="hidden" name="search" value={listOf(search).toString()} />
      <div className="selection-bar">
        <Cluster>
          <div className="form-check m-0">
            <input
              ref={pageBox}
              type="checkbox"
              className="form-check-input"
              id="select-page"
              name="page"
              value={rows.map(seenOf).join(' ')}
              onChange={choosePage}
            />
            <label className="form-check-label" htmlFor="select-page">
              Select all on this page
            </label>
          </div>
          {total > rows.length ? (
            <div className="form-check m-0">
              <input type="checkbox" className="form-check-input" id="select-all" name="all" />
              <label className="form-check-label" htmlFor="select-all">
                Select all {grouped(total)} that match
              </label>
            </div>
          ) : null}
          <span role="status" className="text-body-secondary">
            {count === 0 ? '' : `${grouped(count)} selected`}
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

const NOTHING_SELECTED =
  'Nothing is selected. Tick the designations in the list, then choose what to do with them.';

const ACTIONS = [
  { value: 'approve', label: 'Approve…' },
  { value: 'return', label: 'Return…' },
  { value: 'download', label: 'Download…' },
] as const;
