import { useEffect, useRef, useState } from 'react';
import { FieldError } from '#app/components/forms/field-error.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';
import type { ExportColumn } from '#app/schemas/export-screens.ts';

interface ExportColumnsFieldProps {
  /** The first checkbox's ID. */
  id: string;
  columns: readonly ExportColumn[];
  /** Headers, in order. */
  chosen: readonly string[];
  errors: readonly string[];
}

type Step = -1 | 1;

/** The columns in the order of the file, with checkboxes. Checked ones are sent in that order. Moving needs JavaScript. */
export function ExportColumnsField({ id, columns, chosen, errors }: ExportColumnsFieldProps) {
  const [order, setOrder] = useState(() => [
    ...chosen,
    ...columns.map(({ header }) => header).filter((header) => !chosen.includes(header)),
  ]);
  const [moved, setMoved] = useState<{ header: string; step: Step } | null>(null);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (moved === null) return;
    const buttons = list.current?.querySelectorAll<HTMLButtonElement>(
      `[data-column="${CSS.escape(moved.header)}"] button`,
    );
    // Moving an element can take the focus from it. At an end of the list, only the other button works.
    const button = buttons?.[moved.step === -1 ? 0 : 1];
    (button?.disabled === true ? buttons?.[moved.step === -1 ? 1 : 0] : button)?.focus();
  }, [moved, order]);

  const move = (header: string, step: Step) => {
    const from = order.indexOf(header);
    const next = order.filter((other) => other !== header);
    next.splice(from + step, 0, header);
    setOrder(next);
    setMoved({ header, step });
  };
  const students = columns.filter(({ isOfStudent }) => isOfStudent).map(({ header }) => header);

  return (
    <fieldset aria-describedby={`${id}-hint ${id}-error`}>
      <legend>Columns</legend>
      <p className="form-text" id={`${id}-hint`}>
        The file has the columns that you check, in this order. Without student columns, it has one row for
        each designation, and we don&apos;t record a disclosure.
      </p>
      <FieldError id={`${id}-error`} errors={errors} />
      <ol className="export-columns" ref={list}>
        {order.map((header, index) => (
          <li key={header} data-column={header}>
            <div className="form-check">
              <input
                className="form-check-input"
                type="checkbox"
                id={index === 0 ? id : `${id}-${header.replaceAll(' ', '-')}`}
                name="columns"
                value={header}
                defaultChecked={chosen.includes(header)}
              />
              <label
                className="form-check-label"
                htmlFor={index === 0 ? id : `${id}-${header.replaceAll(' ', '-')}`}
              >
                {header}
                {students.includes(header) ? <span className="text-muted"> (student)</span> : null}
              </label>
            </div>
            <div className="script-needed">
              <Button
                size="sm"
                variant="quiet"
                icon="arrow-up"
                disabled={index === 0}
                onClick={() => move(header, -1)}
              >
                <VisuallyHidden>Move {header} up</VisuallyHidden>
              </Button>
              <Button
                size="sm"
                variant="quiet"
                icon="arrow-down"
                disabled={index === order.length - 1}
                onClick={() => move(header, 1)}
              >
                <VisuallyHidden>Move {header} down</VisuallyHidden>
              </Button>
            </div>
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {moved === null ? '' : `${moved.header} is now in position ${order.indexOf(moved.header) + 1}.`}
      </p>
    </fieldset>
  );
}
