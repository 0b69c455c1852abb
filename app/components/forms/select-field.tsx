import type { SelectHTMLAttributes } from 'react';
import { FieldFrame } from '#app/components/forms/field-frame.tsx';
import {
  controlAttributes,
  fieldParts,
  type FieldSource,
  type FieldTexts,
  splitFieldProps,
} from '#app/components/forms/field-parts.ts';

export interface Option {
  value: string;
  label: string;
}

type Owned = keyof FieldTexts | keyof FieldSource | 'className' | 'value' | 'children' | 'multiple';

export type SelectFieldProps = FieldSource &
  FieldTexts &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, Owned> & {
    options: readonly Option[];
    /** Label of a first option with an empty value, such as 'Choose one' or 'Any status'. */
    emptyLabel?: string;
  };

export function SelectField(props: SelectFieldProps) {
  const { texts, rest } = splitFieldProps(props);
  const { options, emptyLabel, ...attributes } = rest;
  const parts = fieldParts(props, texts);
  return (
    <FieldFrame parts={parts} texts={texts}>
      <select
        key={parts.key}
        className="form-select"
        defaultValue={parts.defaultValue}
        {...attributes}
        {...controlAttributes(parts)}
      >
        {emptyLabel === undefined ? null : <option value="">{emptyLabel}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

/** Converts a table of labels to options, in its order: `optionsOf(CRITERIA_LABELS)`. */
export function optionsOf(labels: Readonly<Record<string, string>>): Option[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}
