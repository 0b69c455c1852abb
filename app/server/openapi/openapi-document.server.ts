import type { Settings } from '#app/config/env.server.ts';
import { listed } from '#app/lib/text/listed.ts';
import { ANONYMOUS, type Actor, type UserActor } from '#app/policy/actor.ts';
import { type Ability, rules } from '#app/policy/rules.ts';
import { sessionCookieName } from '#app/server/cookies.server.ts';
import { yieldToOtherRequests } from '#app/server/yield-to-other-requests.server.ts';
import { ErrorSchema } from './components.ts';
import { scopeOf } from '#app/server/api-endpoint.ts';
import { acceptsToken, curlExample, exampleOf } from './curl-example.ts';
import { CALL_GROUPS, groupOf } from './groups.ts';
import { COMPONENTS_PATH, type JsonSchema, JsonSchemas } from './json-schemas.ts';
import { type Parameter, parametersOf } from './parameters.ts';
import { errorComponents, type Responses, responsesOf } from './responses.ts';
import type { RestCall } from '#app/server/api-endpoint.ts';
import { operationOf } from './rest-calls.ts';

interface MediaType {
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

/** An operation of OpenAPI 3.1, as far as we use it. */
export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: { readonly 'application/json': MediaType };
  };
  readonly responses: Responses;
  readonly 'x-codeSamples': readonly {
    readonly lang: string;
    readonly label: string;
    readonly source: string;
  }[];
}

/** The parts of the document that don't depend on the settings. */
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: Readonly<Record<string, unknown>>;
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly security: OpenApiOperation['security'];
  readonly paths: Description['paths'];
  readonly components: Readonly<Record<string, unknown>> & { readonly schemas: Description['schemas'] };
}

const SESSION = 'session';
const BOUNCE_TOKEN = 'bounceToken';
const ACCESS_TOKEN = 'accessToken';

const INTRODUCTION = [
  'Every call has the same permissions and rules as the screens and commands.',
  'Times are ISO 8601 in UTC. Lists return every entry, unless you page through them with `limit` and `offset`.',
  'A call with an unknown field or parameter returns 400. A call that changes data returns 403 if its `Origin` is another site.',
].join(' ');

const descriptions = new WeakMap<readonly RestCall[], Promise<Description>>();

/** Returns the document of these calls. Describes the same array only once, and lets other requests run meanwhile. */
export async function openApiDocument(
  calls: readonly RestCall[],
  settings: Pick<Settings, 'appName' | 'appUrl' | 'contactEmail' | 'mode'>,
): Promise<OpenApiDocument> {
  let description = descriptions.get(calls);
  if (description === undefined) {
    description = describe(calls);
    descriptions.set(calls, description);
  }
  const { paths, schemas } = await description;
  return {
    openapi: '3.1.1',
    info: {
      title: `${settings.appName} REST API`,
      version: '1',
      description: INTRODUCTION,
      contact: { email: settings.contactEmail },
    },
    servers: [{ url: new URL('/api', settings.appUrl).href }],
    tags: CALL_GROUPS.map(({ name, description }) => ({ name, description })),
    security: [{ [ACCESS_TOKEN]: [] }, { [SESSION]: [] }],
    paths,
    components: {
      schemas,
      responses: errorComponents(`${COMPONENTS_PATH}Error`),
      securitySchemes: {
        [SESSION]: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookieName(settings),
          description: 'Set by `POST /login/code`.',
        },
        [ACCESS_TOKEN]: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token from Account Settings. Each call says which scope it requires.',
        },
        [BOUNCE_TOKEN]: {
          type: 'http',
          scheme: 'bearer',
          description: 'The value of the BOUNCE_TOKEN setting.',
        },
      },
    },
  };
}

async function describe(calls: readonly RestCall[]): Promise<Description> {
  const schemas = new JsonSchemas();
  schemas.convert(ErrorSchema, 'output');
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const call of calls) {
    await yieldToOtherRequests();
    (paths[`/${call.path}`] ??= {})[call.method.toLowerCase()] = operation(call, schemas);
  }
  const sorted = Object.entries(schemas.components).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { paths, schemas: Object.fromEntries(sorted) };
}

function operation(call: RestCall, schemas: JsonSchemas): OpenApiOperation {
  const { endpoint } = call;
  const { id, summary, description } = operationOf(call);
  const body = bodyOf(call, schemas);
  return {
    operationId: id,
    summary,
    description: [...(description === undefined ? [] : [description]), audienceOf(call), scopeSentence(call)]
      .filter((sentence) => sentence !== '')
      .join(' '),
    tags: [groupOf(call).name],
    security: securityOf(call),
    parameters: parametersOf(call, schemas),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: responsesOf(call, schemas, endpoint),
    'x-codeSamples': [{ lang: 'Shell', label: 'curl', source: curlExample(call) }],
  };
}

function audienceOf({ endpoint: { ability, operation: described } }: RestCall): string {
  if (described?.security === 'bounceToken') return 'For anyone with the token.';
  if (ability === 'public') return 'For anyone.';
  return ability === 'signedIn' ? 'For anyone who is signed in.' : audienceSentence(ability);
}

function securityOf(call: RestCall): OpenApiOperation['security'] {
  const { ability, operation: described } = call.endpoint;
  if (described?.security === 'bounceToken') return [{ [BOUNCE_TOKEN]: [] }];
  if (ability === 'public') return [];
  return acceptsToken(call) ? [{ [ACCESS_TOKEN]: [] }, { [SESSION]: [] }] : [{ [SESSION]: [] }];
}

function scopeSentence(call: RestCall): string {
  if (call.endpoint.ability === 'public') return '';
  const scope = scopeOf(call.endpoint, call.method);
  return scope === null ? "Access tokens aren't accepted." : `An access token needs the ${scope} scope.`;
}

function bodyOf(call: RestCall, schemas: JsonSchemas): OpenApiOperation['requestBody'] {
  const sent = operationOf(call).body ?? call.endpoint.body;
  if (sent === undefined) return undefined;
  const example = exampleOf(call);
  const schema = schemas.convert(sent, 'input');
  return {
    required: true,
    content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
  };
}

const PROBED_ID = 'probed';
/** Has every property that any ability is checked for. */
const SUBJECT = {
  highSchoolId: PROBED_ID,
  userId: PROBED_ID,
  highSchoolIds: [PROBED_ID],
  email: PROBED_ID,
};

const STRANGER: UserActor = {
  kind: 'user',
  id: 'stranger',
  firstName: '',
  lastName: '',
  email: 'stranger',
  flags: [],
  highSchoolIds: [],
  sessionId: null,
};

function isAllowed(actor: Actor, ability: Ability): boolean {
  const rule = rules[ability] as (actor: Actor, subject: typeof SUBJECT) => boolean;
  return rule(actor, SUBJECT);
}

/** Returns who has a permission as a sentence, by trying the rule for each kind of actor. */
function audienceSentence(ability: Ability): string {
  if (isAllowed(ANONYMOUS, ability)) return 'For anyone.';
  if (isAllowed(STRANGER, ability)) return 'For anyone who is signed in.';
  const audience = [
    ...(isAllowed({ ...STRANGER, flags: ['ADMIN'] }, ability) ? ['administrators'] : []),
    ...(isAllowed({ ...STRANGER, highSchoolIds: [PROBED_ID] }, ability) ? ['staff of the school'] : []),
    ...(isAllowed({ ...STRANGER, id: PROBED_ID, email: PROBED_ID }, ability) ? ['the user themselves'] : []),
  ];
  return `For ${listed(audience)}.`;
}
