import urlMap from '#app/routes.ts';
import type { Sent } from '#tests/bench/support/http-client.ts';
import type { MarkedScene } from '#tests/bench/support/marked-students.ts';

export interface ReadRequest {
  readonly method: string;
  readonly path: string;
  readonly sent?: Sent;
}

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
/** These calls end the session or don't need one. */
const WITHOUT_A_SESSION = ['api/logout', 'api/login', 'api/login/code', 'api/create-account', '*', 'api/*'];

/** Values for each path parameter. An unknown parameter fails the trial, so new paths can't be missed. */
function fillings({ designations, other, year, templateId, schoolIds }: MarkedScene, userId: string) {
  const lists = [...Object.values(designations), other];
  const all = lists.map(({ id }) => id);
  const each: readonly (readonly [pattern: RegExp, values: readonly string[]])[] = [
    [/^(?:api\/)?designations\/(?:download\/)?:id/, all],
    [/^designate\/editing\/:id/, all],
    [/^(?:api\/)?academicYears\/:id|^years\/:id|^api\/designations\/download\/year\/:id/, [year.id]],
    [/highschools?\/(?:download\/)?:id|^manage\/:id|:highSchoolId/, [...schoolIds, other.highSchoolId]],
    [/invites\/:id/, [UNKNOWN_ID]],
    [/users?\/(?:download\/)?:id|:userId/, [userId]],
    [/emails\/deliveries\/:id/, [UNKNOWN_ID]],
    [/emails\/:id/, [templateId]],
    [/:studentId/, lists.flatMap(({ students }) => students.map(({ id }) => id))],
    [/:inviteId/, [UNKNOWN_ID]],
    [/:email/, ['nobody@x.example.org']],
    [/:kind/, ['DUE_SOON']],
  ];
  return each;
}

/** GET requests for every path of the URL map, as a page and as data, and writes whose responses contain students. */
export function readRequests(scene: MarkedScene, userId: string): ReadRequest[] {
  const patterns = urlMap.flatMap((entry) => patternsOf(entry));
  return [
    ...patterns
      .filter((pattern) => !WITHOUT_A_SESSION.includes(pattern))
      .flatMap((pattern) => filled(pattern, fillings(scene, userId)))
      .flatMap((path) => variants(path, scene)),
    ...writes(scene, userId),
    ...SEARCHES,
  ];
}

/** Finds marked students by the beginning of their names. */
const SEARCHES: readonly ReadRequest[] = [
  { method: 'POST', path: '/api/search', sent: { body: { text: 'firstzqm' } } },
  ...['/search', '/search.data'].map((path) => ({
    ...{ method: 'POST', path, sent: { body: new URLSearchParams({ text: 'lastzqm' }) } },
  })),
];

interface Entry {
  readonly path?: string | undefined;
  readonly index?: boolean | undefined;
  readonly children?: readonly Entry[] | undefined;
}

function patternsOf({ path, children }: Entry): string[] {
  return children === undefined ? [path ?? ''] : children.flatMap(patternsOf);
}

function filled(pattern: string, fills: ReturnType<typeof fillings>): string[] {
  const [, placeholder] = /(:\w+)/.exec(pattern) ?? [];
  if (placeholder === undefined) return [`/${pattern}`];
  const upTo = pattern.slice(0, pattern.indexOf(placeholder) + placeholder.length);
  const [, values] = fills.find(([known]) => known.test(upTo)) ?? [];
  if (values === undefined) throw new RangeError(`No value is known for ${placeholder} of ${pattern}.`);
  return values.flatMap((value) => filled(pattern.replace(placeholder, value), fills));
}

function variants(path: string, { designations, year }: MarkedScene): ReadRequest[] {
  const get = (one: string): ReadRequest => ({ method: 'GET', path: one });
  if (path.startsWith('/api/')) return [get(path)];
  const queries = path.startsWith('/designate/')
    ? Object.values(designations).map((made) => `?school=${made.highSchoolId}&year=${year.id}`)
    : [''];
  const data = path === '/' ? '/_root.data' : `${path}.data`;
  return queries.flatMap((query) => [get(path + query), get(data + query)]);
}

function writes({ designations, year }: MarkedScene, userId: string): ReadRequest[] {
  const tabId = '0d5a1c1e-6f0c-4a53-9d0a-6f1d8a3b2c11';
  return Object.values(designations).flatMap((made): ReadRequest[] => {
    const { id, highSchoolId } = made;
    const step = `?school=${highSchoolId}&year=${year.id}`;
    const form = (fields: Record<string, string>) => ({ body: new URLSearchParams(fields) });
    const bulk = { action: 'decide', status: 'PENDING', withoutEmail: 'on', selected: `${id}.1` };
    return [
      { method: 'PATCH', path: `/api/designations/${id}`, sent: { body: { criteriaComment: 'By essay.' } } },
      { method: 'PATCH', path: `/api/designations/${id}`, sent: { body: { classSize: 'x' } } },
      {
        method: 'POST',
        path: '/api/designations',
        sent: { body: { highSchoolId, academicYearId: year.id } },
      },
      { method: 'POST', path: `/designate/editing/${id}`, sent: { body: { tabId, userId } } },
      {
        method: 'PATCH',
        path: `/designate/editing/${id}`,
        sent: {
          body: {
            ...{ tabId, userId, version: 1, classSize: 20, criteria: null, criteriaComment: null },
            students: [],
          },
        },
      },
      ...['method', 'students', 'review'].map((name) => ({
        ...{ method: 'POST', path: `/designate/${name}${step}`, sent: form({ version: '0' }) },
      })),
      { method: 'POST', path: `/designations/${id}`, sent: form({ intent: 'decide', version: '0' }) },
      { method: 'POST', path: `/designations/${id}/edit/students`, sent: form({ version: '0' }) },
      { method: 'POST', path: '/designations/download', sent: form({ designations: `${id}.1` }) },
      { method: 'POST', path: '/designations/bulk', sent: form(bulk) },
    ];
  });
}
