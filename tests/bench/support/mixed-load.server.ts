import { LARGE_ADMINISTRATOR_ID } from '#db/seeds/large-organization.ts';
import type { BenchApp } from '#tests/bench/support/bench-app.server.ts';
import { startDownload } from '#tests/bench/support/download.ts';
import { inRotation } from '#tests/bench/support/in-parallel.ts';
import type { ClientResponse } from '#tests/bench/support/http-client.ts';
import { openDraft } from '#tests/bench/support/school-drafts.server.ts';
import { fromNetwork, newNetwork } from '#tests/bench/support/sign-in-calls.ts';
import type { Started } from '#tests/bench/support/started-designations.server.ts';

export type RequestKind =
  | 'sign-in by code'
  | 'autosave'
  | 'list page'
  | 'list by REST'
  | 'CSV export'
  | 'Excel export'
  | 'sending email';

export interface TimedResponse {
  readonly kind: RequestKind;
  readonly status: number;
  readonly ms: number;
  /** Why it failed; empty if it didn't. */
  readonly refusal: string;
}

/** People who use one server: counselors who sign in and type, and administrators. */
export interface MixedLoad {
  /** Sends the next requests of a kind, one after the other. A lane is one person's, and sends only one at a time. */
  send(kind: RequestKind, lane: number): Promise<TimedResponse[]>;
}

/** The pages and calls that administrators open again and again, with filters, sorts, and later pages. */
export const LIST_PAGES: readonly string[] = [
  '/designations',
  '/designations?academicYearId=all',
  '/designations?academicYearId=all&status=APPROVED',
  '/designations?academicYearId=all&sort=updatedAt',
  '/highschools',
  '/highschools?page=7',
  '/users?page=3',
];
export const LIST_CALLS: readonly string[] = [
  '/api/designations?limit=50',
  '/api/designations?limit=50&offset=500',
  '/api/designations?limit=50&status=APPROVED',
  '/api/highschools?limit=50',
  '/api/highschools?limit=50&offset=1000',
  '/api/users?limit=50',
];
const EMAILED_SCHOOLS = 50;

interface Scene {
  /** Started designations that no other load uses. */
  readonly started: readonly Started[];
  /** How many lanes save drafts. */
  readonly drafts: number;
}

/** Opens the sessions and drafts of a load on one server. */
export async function openMixedLoad(app: BenchApp, { started, drafts }: Scene): Promise<MixedLoad> {
  const [year] = await app.rows<{ id: string }>(`select id from academic_year where status = 'ACTIVE'`);
  const people = await app.rows<{ email: string }>(
    "select email from user_account where id in (select unnest(string_to_array(?, ','))::uuid)",
    [started.map(({ designator_id: id }) => id).join(',')],
  );
  const schools = await app.rows<{ id: string }>(
    `select id from high_school where status = 'ACTIVE' order by id limit ${EMAILED_SCHOOLS}`,
  );
  const anonymous = await app.callerOf(null);
  const administrator = await app.callerOf(LARGE_ADMINISTRATOR_ID);
  const typing = await Promise.all(started.slice(0, drafts).map((one) => openDraft(app, one)));
  const templateId = await makeNews(administrator.send('POST', '/api/emails/create', { body: NEWS }));
  const [nextPerson, nextPage, nextCall] = [
    inRotation(people),
    inRotation(LIST_PAGES),
    inRotation(LIST_CALLS),
  ];
  const download = async (query: string): Promise<Sample> => {
    // A new session each time, because exports require a recent sign-in.
    const cookie = await app.cookieOf(LARGE_ADMINISTRATOR_ID);
    const address = `${app.server.url}/api/designations/download/year/${year?.id}${query}`;
    const { ms } = await startDownload(address, cookie).done;
    return { status: 200, ms, body: '' };
  };

  const ways: Record<RequestKind, (lane: number) => Promise<Sample[]>> = {
    'sign-in by code': async () => {
      const { email } = nextPerson();
      const headers = fromNetwork(newNetwork());
      const before = app.mail.emailsTo(email).length;
      const asked = await anonymous.send('POST', '/api/login', { body: { email }, headers });
      if (asked.status !== 204) return [asked];
      const code = await app.mail.waitForCodeTo(email, before + 1);
      return [asked, await anonymous.send('POST', '/api/login/code', { body: { email, code }, headers })];
    },
    autosave: async (lane) => [await savedBy(typing[lane])],
    'list page': async () => [await administrator.send('GET', nextPage())],
    'list by REST': async () => [await administrator.send('GET', nextCall())],
    'CSV export': async () => [await download('')],
    'Excel export': async () => [await download('?format=xlsx')],
    'sending email': async () => [
      await administrator.send('POST', `/api/emails/${templateId}/send`, {
        body: {
          ...{ target: 'SELECTED', positions: ['COUNSELOR'], again: true },
          schoolIds: schools.map(({ id }) => id),
        },
      }),
    ],
  };
  return {
    send: async (kind, lane) =>
      (await ways[kind](lane)).map(({ status, ms, body }) => ({
        ...{ kind, status, ms },
        refusal: status < 400 ? '' : messageIn(body),
      })),
  };
}

type Sample = Pick<ClientResponse, 'status' | 'ms' | 'body'>;

/** The message in an error's body, or the beginning of a page. */
function messageIn(body: string): string {
  return /"message":"([^"]*)"/.exec(body)?.[1] ?? body.slice(0, REFUSAL_LENGTH);
}

const REFUSAL_LENGTH = 300;

const NEWS = {
  name: 'Endurance',
  subject: 'News for {{firstName}}',
  richText: true,
  body: `<mjml><mj-body><mj-section><mj-column><mj-text>Dear {{firstName}} {{lastName}}, news for {{schools}}.</mj-text>
    </mj-column></mj-section></mj-body></mjml>`,
};

async function makeNews(creating: Promise<ClientResponse>): Promise<string> {
  const { status, body } = await creating;
  const made: unknown = JSON.parse(body);
  if (typeof made === 'object' && made !== null && 'id' in made) return String(made.id);
  throw new Error(`The template wasn't created: ${status} ${body}`);
}

function savedBy(draft: { save(): Promise<ClientResponse> } | undefined): Promise<ClientResponse> {
  if (draft === undefined) throw new Error('There are more lanes than drafts.');
  return draft.save();
}
