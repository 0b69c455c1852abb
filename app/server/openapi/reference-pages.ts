import { NotFound } from '#app/lib/domain-errors.ts';
import type {
  ApiReferenceGroupScreen,
  ApiReferenceScreen,
  ReferenceCall,
} from '#app/schemas/api-reference.ts';
import { CALL_GROUPS } from './groups.ts';
import type { JsonSchema } from './json-schemas.ts';
import type { OpenApiDocument, OpenApiOperation } from './openapi-document.server.ts';
import { SchemaDescriptions } from './reference-fields.ts';
import type { OpenApiResponse, Responses } from './responses.ts';

interface Described {
  readonly method: string;
  readonly path: string;
  readonly operation: OpenApiOperation;
}

/** Returns the overview of a document's calls. */
export function referenceOverview(document: OpenApiDocument): ApiReferenceScreen {
  return {
    groups: CALL_GROUPS.map(({ slug, name, description }) => ({
      slug,
      name,
      description,
      calls: callsOf(document, name).map(callOf),
    })),
  };
}

/**
 * Returns the page of one group of calls.
 * @throws {NotFound} for an unknown group
 */
export function referenceGroup(document: OpenApiDocument, slug: string): ApiReferenceGroupScreen {
  const group = CALL_GROUPS.find((one) => one.slug === slug.toLowerCase());
  if (group === undefined) throw new NotFound();
  const descriptions = new SchemaDescriptions(document.components.schemas);
  const { name, description } = group;
  return {
    slug: group.slug,
    name,
    description,
    calls: callsOf(document, name).map((call) => detailsOf(call, descriptions)),
  };
}

function callsOf({ paths }: OpenApiDocument, tag: string): Described[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path: `/api${path}`, operation })),
  );
}

function callOf({ method, path, operation: { operationId, summary } }: Described) {
  return { id: operationId, method, path, summary };
}

function detailsOf(call: Described, descriptions: SchemaDescriptions): ReferenceCall {
  const { description, parameters, requestBody, responses, 'x-codeSamples': samples } = call.operation;
  const sent = requestBody?.content['application/json'].schema;
  const received = jsonOf(successOf(responses));
  return {
    ...callOf(call),
    description,
    parameters: parameters.map(({ name, required, description: meaning, schema }) => ({
      name,
      type: descriptions.typeOf(schema),
      isRequired: required,
      description: meaning,
    })),
    body: sent === undefined ? [] : descriptions.fieldsOf(sent),
    response: responseText(successOf(responses)),
    responseFields: received === undefined ? [] : descriptions.fieldsOf(received),
    curl: samples.map(({ source }) => source).join('\n'),
  };
}

function successOf(responses: Responses): OpenApiResponse {
  return Object.entries(responses).find(([status]) => /^[23]/.test(status))?.[1] ?? {};
}

function jsonOf({ content }: OpenApiResponse): JsonSchema | undefined {
  return content?.['application/json']?.schema;
}

function responseText(response: OpenApiResponse): string {
  const schema = jsonOf(response);
  if (schema !== undefined) return schema.type === 'array' ? 'A list of objects.' : 'An object.';
  if (response.content !== undefined)
    return Object.keys(response.content).length > 1 ? 'A CSV file or an Excel workbook.' : 'A CSV file.';
  return response.headers === undefined ? 'No content (204).' : 'A redirect.';
}
