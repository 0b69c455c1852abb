import type { InputHTMLAttributes } from 'react';
import { FieldHint, FieldRemarks, LabelText, frameClass } from '#app/components/forms/field-frame.tsx';
import { controlAttributes, fieldParts, splitFieldProps } from '#app/components/forms/field-parts.ts';
import type { FieldSource, FieldWords } from '#app/components/forms/field-parts.ts';
import { classNames } from '#app/components/ui/class-names.ts';

type Owned = keyof FieldWords | keyof FieldSource | 'className' | 'type' | 'checked' | 'children';

export type CheckboxFieldProps = FieldSource &
  FieldWords &
  Omit<InputHTMLAttributes<HTMLInputElement>, Owned>;

/** Yes or no. Ticked, it sends `value`, 'on' unless told; conform reads that as true. */
export function CheckboxField(props: CheckboxFieldProps) {
  const { words, rest } = splitFieldProps(props);
  const parts = fieldParts(props, words);
  return (
    <div className={classNames(frameClass(words), 'field-check')}>
      <div className="form-check">
        <input
          key={parts.key}
          className="form-check-input"
          type="checkbox"
          defaultChecked={parts.defaultChecked}
          {...rest}
          {...controlAttributes(parts)}
        />
        <label className="form-check-label" htmlFor={parts.id}>
          <LabelText words={words} />
        </label>
        <FieldHint parts={parts} words={words} />
      </div>
      <FieldRemarks parts={parts} words={words} />
    </div>
  );
}
