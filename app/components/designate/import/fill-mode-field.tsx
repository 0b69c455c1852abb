import type { Dispatch } from 'react';
import { NO_FORM } from '#app/components/designate/import/detached-fields.ts';
import {
  type ImportAction,
  type ImportState,
  updatingRows,
} from '#app/components/designate/import/import-state.ts';
import { RadioGroupField } from '#app/components/forms/choice-group-field.tsx';
import { isFilledIn } from '#app/students/draft-students.ts';
import { counted } from '#app/lib/text/counted.ts';
import { freeSlots } from '#app/students/csv/student-csv-fill.ts';

interface FillModeFieldProps {
  state: ImportState;
  dispatch: Dispatch<ImportAction>;
}

/** Whether to replace or keep the students already in the forms. Renders nothing if there are none. */
export function FillModeField({ state, dispatch }: FillModeFieldProps) {
  const { forms, mode } = state;
  const entered = forms.filter(isFilledIn).length;
  if (entered === 0) return null;
  const free = freeSlots(forms, 'append');
  const updates = updatingRows(state);
  return (
    <RadioGroupField
      name="import-mode"
      form={NO_FORM}
      label={`You've already entered ${counted(entered, 'student')}`}
      defaultValue={mode}
      options={[
        { value: 'append', label: `Keep them: ${formatAppend(free, updates)}` },
        { value: 'replace', label: 'Replace them' },
      ]}
      onChange={({ currentTarget }) =>
        dispatch({ type: 'mode', mode: currentTarget.value === 'replace' ? 'replace' : 'append' })
      }
    />
  );
}

function formatAppend(free: number, updates: number): string {
  const parts = [
    updates > 0 ? `update ${counted(updates, 'student')}` : '',
    free > 0 ? `add up to ${free} more` : '',
  ];
  return parts.filter((part) => part !== '').join(', ') || 'your list is full';
}
