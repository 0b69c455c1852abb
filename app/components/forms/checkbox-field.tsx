import type { InputHTMLAttributes } from 'react';
import { FieldHint, FieldRemarks, LabelText, frameClass } from '#app/components/forms/field-frame.tsx';
import {
  controlAttributes,
  fieldParts,
  type FieldSource,
  type FieldTexts,
  splitFieldProps,
} from '#app/components/forms/field-parts.ts';
import { classNames } from '#app/components/ui/class-names.ts';

type Owned = keyof FieldTexts | keyof FieldSource | 'className' | 'type' | 'checked' | 'children';

export type CheckboxFieldProps = FieldSource &
  FieldTexts &
  Omit<InputHTMLAttributes<HTMLInputElement>, Owned>;

/** A single checkbox. If checked it sends `value`, by default 'on', which conform parses as true. */
export function CheckboxField(props: CheckboxFieldProps) {
  const { texts, rest } = splitFieldProps(props);
  const parts = fieldParts(props, texts);
  return (
    <div className={classNames(frameClass(texts), 'field-check')}>
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
          <LabelText texts={texts} />
        </label>
        <FieldHint parts={parts} texts={texts} />
      </div>
      <FieldRemarks parts={parts} texts={texts} />
    </div>
  );
}
