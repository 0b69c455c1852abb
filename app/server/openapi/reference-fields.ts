import { isRecord } from '#app/lib/records.ts';
import type { ReferenceField } from '#app/schemas/api-reference.ts';
import { COMPONENTS_PATH, type JsonSchema } from './json-schemas.ts';

type Components = Readonly<Record<string, JsonSchema>>;

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'time',
  date: 'date',
  email: 'email address',
  uri: 'web address',
  uuid: 'UUID',
};

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
  null: 'null',
};

/** Describes JSON Schemas in plain English. */
export class SchemaDescriptions {
  readonly #components: Components;

  constructor(components: Components) {
    this.#components = components;
  }

  /** Returns a type in plain English, like 'list of UUIDs' or 'text or null'. */
  typeOf(schema: JsonSchema): string {
    const resolved = this.#resolve(schema);
    const { const: value, enum: values, format, type } = resolved;
    if (value !== undefined) return value === '' ? 'empty text' : String(value);
    if (values !== undefined) return values.map(String).join(', ');
    const options = this.#optionsOf(resolved);
    if (options.length > 0) return [...new Set(options.map((option) => this.typeOf(option)))].join(' or ');
    if (type === 'array') return `list of: ${this.typeOf(asSchema(resolved.items))}`;
    if (Array.isArray(type)) return type.map((one: string) => TYPES[one] ?? one).join(' or ');
    return FORMATS[format ?? ''] ?? TYPES[type ?? ''] ?? 'any value';
  }

  /** Returns the fields of an object or of a list's objects, and theirs. Omits those that callers can't set. */
  fieldsOf(schema: JsonSchema, prefix = ''): ReferenceField[] {
    const resolved = this.#resolve(schema);
    if (resolved.type === 'array')
      return this.fieldsOf(asSchema(resolved.items), prefix === '' ? '' : `${prefix}[]`);
    const options = this.#optionsOf(resolved);
    if (options.length > 0) return merged(options.map((option) => this.fieldsOf(option, prefix)));
    const { properties = {}, required = [] } = resolved;
    return Object.entries(properties).flatMap(([name, property]) => {
      const field = asSchema(property);
      if (field.readOnly === true) return [];
      const path = prefix === '' ? name : `${prefix}.${name}`;
      const described = {
        name: path,
        type: this.typeOf(field),
        isRequired: required.includes(name),
        description: descriptionOf(this.#resolve(field)),
      };
      return [described, ...this.fieldsOf(field, path)];
    });
  }

  #resolve(schema: JsonSchema): JsonSchema {
    const name = schema.$ref?.slice(COMPONENTS_PATH.length);
    return name === undefined ? schema : (this.#components[name] ?? schema);
  }

  #optionsOf({ anyOf, oneOf }: JsonSchema): JsonSchema[] {
    return [...(anyOf ?? []), ...(oneOf ?? [])].map(asSchema);
  }
}

/** Returns the fields of all alternatives. Those that only some have, or require, are optional. */
function merged(alternatives: readonly ReferenceField[][]): ReferenceField[] {
  const objects = alternatives.filter((fields) => fields.length > 0);
  const names = new Set(objects.flatMap((fields) => fields.map(({ name }) => name)));
  return [...names].flatMap((name) => {
    const found = objects.flatMap((fields) => fields.filter((field) => field.name === name));
    const [first] = found;
    if (first === undefined) return [];
    const types = [...new Set(found.map(({ type }) => type))].join(', ');
    const isRequired = found.length === objects.length && found.every((field) => field.isRequired);
    return [{ ...first, type: types, isRequired }];
  });
}

function descriptionOf({ description, default: initial, minimum, maximum, maxLength }: JsonSchema): string {
  return [
    ...(description === undefined ? [] : [description]),
    ...(minimum !== undefined && maximum !== undefined ? [`${minimum} to ${maximum}.`] : []),
    ...(maxLength === undefined ? [] : [`At most ${maxLength} characters.`]),
    ...(isEmpty(initial) ? [] : [`By default ${JSON.stringify(initial)}.`]),
  ].join(' ');
}

/** Whether a default says nothing that a reader wouldn't expect. */
function isEmpty(initial: unknown): boolean {
  return initial === undefined || ['""', '{}', '[]'].includes(JSON.stringify(initial));
}

function asSchema(value: unknown): JsonSchema {
  return isRecord(value) ? value : {};
}
