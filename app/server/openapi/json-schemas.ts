import { z } from 'zod';
import { isRecord } from '#app/lib/records.ts';
import { ResponseInstant, DateOfBirth, Email, Phone, PhoneOrEmpty } from '#app/schemas/fields.ts';
import { COMPONENTS } from './components.ts';

/** A JSON Schema (draft 2020-12), as in OpenAPI 3.1. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Whether a schema describes what callers send or what they receive. */
export type Io = 'input' | 'output';

const PHONE = { description: 'Like (907) 555-0100, or (907) 555-0100, extension 12.' };

/** What the generated schemas of these types can't know, because a transformation hides it. */
const KNOWN = new Map<z.core.$ZodType, JsonSchema>([
  [Email, { format: 'email' }],
  [DateOfBirth, { format: 'date' }],
  [Phone, PHONE],
  [PhoneOrEmpty, PHONE],
]);

const names = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(COMPONENTS)) names.add(schema, { id });

const DEFINITIONS = '#/$defs/';
export const COMPONENTS_PATH = '#/components/schemas/';

/** Converts zod schemas to JSON Schemas, and collects the named ones as components. */
export class JsonSchemas {
  readonly components: Record<string, JsonSchema> = {};
  readonly #converted = { input: new Map<z.ZodType, JsonSchema>(), output: new Map<z.ZodType, JsonSchema>() };

  convert(schema: z.ZodType, io: Io): JsonSchema {
    const known = this.#converted[io].get(schema);
    if (known !== undefined) return known;
    const converted = this.#convertNew(schema, io);
    this.#converted[io].set(schema, converted);
    return converted;
  }

  #convertNew(schema: z.ZodType, io: Io): JsonSchema {
    // Each route makes its own list of a schema that others have, too.
    if (schema instanceof z.ZodArray && (schema.def.checks ?? []).length === 0) {
      return { type: 'array', items: this.convert(schema.element as z.ZodType, io) };
    }
    const converted = z.toJSONSchema(schema, {
      io,
      metadata: names,
      unrepresentable: 'any',
      override: (context) => override(context, io),
    });
    const { $schema: _draft, $defs = {}, ...root } = withComponentRefs(converted) as JsonSchema;
    for (const [name, definition] of Object.entries($defs)) {
      const { id: _id, ...component } = definition as JsonSchema & { id?: string };
      this.components[name] = component;
    }
    return root;
  }
}

interface Converted {
  readonly zodSchema: z.core.$ZodTypes;
  readonly jsonSchema: JsonSchema;
}

function override({ zodSchema, jsonSchema }: Converted, io: Io): void {
  // Responses may have more fields in later versions.
  if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (zodSchema === ResponseInstant) {
    delete jsonSchema.anyOf;
    Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
  }
  Object.assign(jsonSchema, KNOWN.get(zodSchema));
  describePair(jsonSchema);
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  addReadOnly(zodSchema, jsonSchema);
}

/** Describes a tuple as a list of its types, because many tools expect that lists have `items`. */
function describePair(jsonSchema: JsonSchema): void {
  const parts = jsonSchema.prefixItems?.filter((part) => typeof part !== 'boolean');
  const [first] = parts ?? [];
  if (parts === undefined || first === undefined) return;
  const isSame = parts.every((part) => JSON.stringify(part) === JSON.stringify(first));
  delete jsonSchema.prefixItems;
  jsonSchema.items = isSame ? first : { anyOf: parts };
}

/** Adds the fields of our responses that callers may send back. */
function addReadOnly(zodSchema: z.core.$ZodTypes, { properties }: JsonSchema): void {
  const fields = z.globalRegistry.get(zodSchema)?.['readOnlyFields'];
  if (!Array.isArray(fields) || properties === undefined) return;
  for (const field of fields as string[]) properties[field] = { readOnly: true };
}

/** Points references at the components of the document. */
function withComponentRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withComponentRefs);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      key === '$ref' && typeof part === 'string'
        ? part.replace(DEFINITIONS, COMPONENTS_PATH)
        : withComponentRefs(part),
    ]),
  );
}
