/** The part of conform's `FieldMetadata` that the fields read. Structural, so that metadata of any schema fits. */
export interface ConformField {
  id: string;
  name: string;
  formId: string;
  key: string | undefined;
  errorId: string;
  descriptionId: string;
  defaultValue: string | undefined;
  defaultOptions: string[] | undefined;
  defaultChecked: boolean | undefined;
  errors: string[] | undefined;
  required?: boolean;
  minLength?: number;
  maxLength?: number;
  min?: string | number;
  max?: string | number;
  step?: string | number;
  pattern?: string;
}

/** A field of a form not managed by conform, such as filters and simple actions. */
export interface PlainField {
  name: string;
  /** The name by default. Required if the name occurs twice on a page. */
  id?: string;
  /** The ID of the form, for a control outside of it. */
  form?: string;
  defaultValue?: string;
  /** The checked values of a checkbox group. */
  defaultOptions?: readonly string[];
  defaultChecked?: boolean;
  errors?: readonly string[];
  required?: boolean;
}

/** Either `field={fields.email}` or the plain properties. */
export type FieldSource =
  | ({
      field: ConformField;
      /** Replaces conform's errors if they concern a value that is no longer in the control. */
      errors?: readonly string[] | undefined;
    } & { [Key in Exclude<keyof PlainField, 'errors'>]?: undefined })
  | ({ field?: undefined } & PlainField);

export interface FieldTexts {
  label: string;
  hint?: string;
  optional?: boolean;
  /** A non-blocking warning, such as an unusual age. */
  warning?: string;
  /** Width of the control; indicates the expected length. */
  width?: 'xs' | 'sm' | 'md' | 'full';
  /** How many of a FieldGrid's six columns the field spans; 3 by default. */
  span?: 1 | 2 | 3 | 4 | 6;
}

export interface FieldParts {
  /** React key of the control; changes when conform resets the field. */
  key: string | undefined;
  id: string;
  name: string;
  form: string | undefined;
  required: boolean | undefined;
  errors: readonly string[];
  hintId: string;
  errorId: string;
  warningId: string;
  describedBy: string | undefined;
  defaultValue: string | undefined;
  defaultOptions: readonly string[];
  defaultChecked: boolean;
}

/** Separates a field's texts from the control's own attributes (`rest`). */
export function splitFieldProps<Rest extends object>(props: FieldSource & FieldTexts & Rest) {
  const { label, hint, optional, warning, width, span, ...more } = props;
  const { field, name, id, form, defaultValue, defaultOptions, defaultChecked, errors, required, ...rest } =
    more;
  const texts: FieldTexts = { label, hint, optional, width, span };
  if ('warning' in props) texts.warning = warning;
  return { texts, rest };
}

/** Normalizes both sources to one description. */
export function fieldParts(source: FieldSource, texts: FieldTexts): FieldParts {
  const parts = source.field ? fromConform(source.field, source.errors) : fromPlain(source);
  const described = [
    texts.hint && parts.hintId,
    texts.warning && parts.warningId,
    parts.errors.length > 0 && parts.errorId,
  ].filter(Boolean);
  return { ...parts, describedBy: described.length > 0 ? described.join(' ') : undefined };
}

type Undescribed = Omit<FieldParts, 'describedBy'>;

function fromConform(field: ConformField, errors: readonly string[] = field.errors ?? []): Undescribed {
  return {
    key: field.key,
    id: field.id,
    name: field.name,
    form: field.formId,
    required: field.required,
    errors,
    hintId: field.descriptionId,
    errorId: field.errorId,
    warningId: `${field.id}-warning`,
    defaultValue: field.defaultValue,
    defaultOptions: field.defaultOptions ?? [],
    defaultChecked: field.defaultChecked ?? false,
  };
}

function fromPlain(field: PlainField): Undescribed {
  const id = field.id ?? field.name;
  return {
    key: undefined,
    id,
    name: field.name,
    form: field.form,
    required: field.required,
    errors: field.errors ?? [],
    hintId: `${id}-description`,
    errorId: `${id}-error`,
    warningId: `${id}-warning`,
    defaultValue: field.defaultValue,
    defaultOptions: field.defaultOptions ?? [],
    defaultChecked: field.defaultChecked ?? false,
  };
}

/** Returns the attributes that every kind of control has. */
export function controlAttributes(parts: FieldParts) {
  return {
    id: parts.id,
    name: parts.name,
    form: parts.form,
    required: parts.required || undefined,
    'aria-invalid': parts.errors.length > 0 || undefined,
    'aria-describedby': parts.describedBy,
  };
}

/** Returns the constraints that conform derived from the schema. */
export function constraintAttributes({ field }: FieldSource) {
  if (!field) return {};
  const { minLength, maxLength, min, max, step, pattern } = field;
  return { minLength, maxLength, min, max, step, pattern };
}
