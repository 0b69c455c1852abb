import { scopeOf } from '#app/server/api-endpoint.ts';
import type { RestCall } from '#app/server/api-endpoint.ts';
import { operationOf } from './rest-calls.ts';

/** A variable in an example, like `$USER_ID`, that stands for an ID. */
const VARIABLE = /^\$[A-Z_]+$/;
/** Shown where a variable can't be. */
const SAMPLE_ID = '5f0c4c1e-7d2a-4b7e-9a53-0c1d2e3f4a5b';

/** Returns the variable of a path parameter: `HIGH_SCHOOL_ID` for `highSchoolId`. */
export function variableOf(parameter: string): string {
  return parameter.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

/** Returns the example of a call's body with sample IDs; undefined without an example. */
export function exampleOf(call: RestCall): unknown {
  const { example } = operationOf(call);
  return example === undefined ? undefined : withIds(example);
}

function withIds(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_key, part: unknown) =>
      typeof part === 'string' && VARIABLE.test(part) ? SAMPLE_ID : part,
    ),
  ) as unknown;
}

/** Returns whether a call can be made with an access token. */
export function acceptsToken({ method, endpoint }: RestCall): boolean {
  return endpoint.ability !== 'public' && scopeOf(endpoint, method) !== null;
}

/** Returns a command for a shell in which `APP_URL`, `TOKEN`, and the IDs are set. `jar` has a session's cookie. */
export function curlExample(call: RestCall): string {
  const { method, path, endpoint } = call;
  const { example, security } = operationOf(call);
  const url = path.replace(/\{(\w+)\}/g, (_whole, name: string) => `$${variableOf(name)}`);
  const options = [
    sessionOptions(call),
    ...(method === 'GET' ? [] : [` -X ${method}`]),
    ...(endpoint.isFile === true ? [` -o ${path.split('/', 1).join('')}.csv`] : []),
  ];
  const parts = [`curl${options.join('')} "$APP_URL/api/${url}"`];
  if (acceptsToken(call)) parts.push('-H "Authorization: Bearer $TOKEN"');
  if (security === 'bounceToken') parts.push('-H "Authorization: Bearer $BOUNCE_TOKEN"');
  if (example !== undefined) parts.push("-H 'Content-Type: application/json'", `-d ${quoted(example)}`);
  return parts.join(' \\\n  ');
}

/** Signing in needs the cookies that its calls set. */
function sessionOptions(call: RestCall): string {
  const { endpoint } = call;
  if (endpoint.operation?.security !== undefined || acceptsToken(call)) return '';
  return endpoint.ability === 'public' ? ' -c jar -b jar' : ' -b jar';
}

/** Quotes JSON for a shell. Variables are outside of the single quotes, so that the shell replaces them. */
function quoted(example: object): string {
  const json = JSON.stringify(example).replaceAll("'", String.raw`'\''`);
  return `'${json.replace(/"(\$[A-Z_]+)"/g, `"'"$1"'"`)}'`;
}
