import { type Dispatch, useState } from 'react';
import { NO_FORM } from '#app/components/designate/import/detached-fields.ts';
import type { ImportAction } from '#app/components/designate/import/import-state.ts';
import { longDay } from '#app/components/designate/import/preview-table.tsx';
import { StageActions, StageFrame } from '#app/components/designate/import/stage-frame.tsx';
import { type Choice, RadioGroupField } from '#app/components/forms/choice-group-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { counted } from '#app/lib/text/counted.ts';
import { DATE_ORDER_LABELS, DATE_ORDERS, type DateOrder } from '#app/students/csv/student-csv-date-orders.ts';
import {
  type DateExample,
  type DateQuestion,
  type OrderChoice,
  SERIAL_BASES,
} from '#app/students/csv/student-csv-dates.ts';

interface DatesStageProps {
  question: DateQuestion;
  dispatch: Dispatch<ImportAction>;
  onCancel(): void;
}

const ORDER_NAMES: Readonly<Record<DateOrder, string>> = {
  mdy: 'Month first',
  dmy: 'Day first',
  ymd: 'Year first',
};

const UNREAD = 'unread';
const NOT_CHOSEN = 'Choose a date format.';

/** Asks how to read ambiguous dates of birth, once for the whole file. */
export function DatesStage({ question, dispatch, onCancel }: DatesStageProps) {
  const { orders, likeliest, serials } = question;
  const [order, setOrder] = useState<string | null>(orders === null ? 'mdy' : likeliest);
  const [serial, setSerial] = useState<string | null>(serials === null ? UNREAD : null);
  const [isRefused, setRefused] = useState(false);
  const submit = () => {
    const chosen = DATE_ORDERS.find((known) => known === order);
    if (chosen === undefined || serial === null) setRefused(true);
    else {
      const base = SERIAL_BASES.find((known) => known === serial) ?? null;
      dispatch({ type: 'datesDone', dates: { order: chosen, serials: base } });
    }
  };
  return (
    <StageFrame title="How are the dates of birth written?">
      {orders === null ? null : (
        <RadioGroupField
          name="import-order"
          form={NO_FORM}
          label="Some dates can be read more than one way"
          defaultValue={likeliest ?? undefined}
          options={orders.map(orderOption)}
          errors={isRefused && order === null ? [NOT_CHOSEN] : []}
          onChange={({ currentTarget }) => setOrder(currentTarget.value)}
        />
      )}
      {serials === null ? null : (
        <RadioGroupField
          name="import-serials"
          form={NO_FORM}
          label="Some dates came through as numbers"
          options={[
            ...serials.map(({ base, examples }) => ({
              value: base,
              label: `Counted from ${base}${base === '1904' ? ' (older Macs)' : ''}: ${examplesText(examples)}`,
            })),
            { value: UNREAD, label: "These aren't dates. Flag them for me to fix" },
          ]}
          errors={isRefused && serial === null ? [NOT_CHOSEN] : []}
          onChange={({ currentTarget }) => setSerial(currentTarget.value)}
        />
      )}
      <StageActions label="Continue" onContinue={submit} onCancel={onCancel}>
        <Button onClick={() => dispatch({ type: 'back', to: 'columns' })}>Back to columns</Button>
      </StageActions>
    </StageFrame>
  );
}

function orderOption({ order, examples, unread }: OrderChoice): Choice {
  const shown = examples.length === 0 ? '' : `: ${examplesText(examples)}`;
  return {
    value: order,
    label: `${ORDER_NAMES[order]} (${DATE_ORDER_LABELS[order]})${shown}`,
    hint: unreadHint(unread),
  };
}

function unreadHint([first, ...others]: readonly string[]): string | undefined {
  if (first === undefined) return undefined;
  return others.length === 0
    ? `1 date can't be read this way: “${first}”.`
    : `${counted(others.length + 1, 'date')} can't be read this way, such as “${first}”.`;
}

function examplesText(examples: readonly DateExample[]): string {
  return examples.map(({ text, day }) => `“${text}” is ${longDay(day)}`).join(', ');
}
