import { Form, useLocation } from '@remix-run/react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { ConfirmSubmitButton } from '#app/components/ui/confirm.tsx';
import { Cluster } from '#app/components/ui/layout.tsx';
import { counted, formatNumber } from '#app/lib/text/counted.ts';

interface SchoolSelectionFormProps {
  /** Schools on this page. */
  shown: number;
  children: ReactNode;
}

/** Form around the table of schools: activates or deactivates those that are selected. */
export function SchoolSelectionForm({ shown, children }: SchoolSelectionFormProps) {
  const ref = useRef<HTMLFormElement>(null);
  const [count, setCount] = useState(0);
  const { pathname, search } = useLocation();
  const boxes = () => [...(ref.current?.querySelectorAll<HTMLInputElement>('input[name="selected"]') ?? [])];
  const choose = (event: FormEvent<HTMLFormElement>) => {
    const { target } = event;
    if (target instanceof HTMLInputElement && target.id === 'select-page') {
      for (const box of boxes()) box.checked = target.checked;
    }
    setCount(boxes().filter(({ checked }) => checked).length);
  };
  const schools = counted(count, 'selected school');
  return (
    <Form ref={ref} method="post" action={`${pathname}${search}`} onChange={choose}>
      <div className="selection-bar">
        <Cluster>
          <div className="form-check m-0 script-needed">
            <input
              type="checkbox"
              className="form-check-input"
              id="select-page"
              checked={count === shown}
              readOnly
            />
            <label className="form-check-label" htmlFor="select-page">
              Select all on this page
            </label>
          </div>
          <span role="status" className="text-body-secondary">
            {count === 0 ? '' : `${formatNumber(count)} selected`}
          </span>
        </Cluster>
        <Cluster>
          {ACTIONS.map(({ value, verb, message }) => (
            <ConfirmSubmitButton
              key={value}
              size="sm"
              name="intent"
              value={value}
              isAsking={count > 0}
              question={{ title: `${verb} ${schools}?`, message, confirmLabel: `${verb} ${schools}` }}
            >
              {verb}…
            </ConfirmSubmitButton>
          ))}
        </Cluster>
      </div>
      {children}
    </Form>
  );
}

const ACTIONS = [
  {
    value: 'ACTIVE',
    verb: 'Activate',
    message: 'Active schools can start designations. Reminders and emails that you send include them.',
  },
  {
    value: 'INACTIVE',
    verb: 'Deactivate',
    message:
      "Inactive schools can't start designations until you activate them again. Reminders and emails that you send skip them.",
  },
] as const;
