import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { action, loader } from '#app/routes/web/login/login.tsx';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { screenConversation } from '#tests/support/screen-conversation.server.ts';

const database = useDatabase();
let orm: Orm;
let admin: { readonly id: string };
beforeAll(async () => {
  orm = await openOrm(database.url);
  admin = await makeAdmin(orm);
});
afterAll(() => orm.close(true));

const login = screenConversation({ loader, action }, () => orm);
const LONG = `/${'x'.repeat(300)}`;

/** Returns where the page redirects, or 'page' or 'expired' for what it shows. */
async function opened(search: string, user: { readonly id: string } | null = null): Promise<string | null> {
  try {
    const { data } = await login.open(user, `/login${search}`);
    return data.isLinkExpired ? 'expired' : 'page';
  } catch (thrown) {
    if (thrown instanceof Response) return thrown.headers.get('Location');
    throw thrown;
  }
}

describe('the query of the sign-in page', () => {
  it.each([
    ['', '/'],
    ['?to=', '/'],
    ['?to=%2Fusers%3Fpage%3D2', '/users?page=2'],
    ['?to=%2Fusers&to=%2Femails', '/users'],
    ['?to=&to=%2Femails', '/'],
    ['?to=https%3A%2F%2Fother.example', '/'],
    ['?to=%2F%2Fother.example', '/'],
    ['?to=__proto__', '/'],
    ['?__proto__=x&toString=y&unknown=z&to=%2Fusers', '/users'],
    [`?to=${encodeURIComponent(LONG)}`, LONG],
    ['?again=&to=%2Fusers', 'page'],
    ['?again=1&again=2', 'page'],
    ['?again', 'page'],
    ['?Again=1', '/'],
  ])('leads someone who is signed in with %j to the right page', async (search, to) => {
    expect(await opened(search, admin)).toBe(to);
  });

  it.each([
    ['?code', '/login?link=expired'],
    ['?code=', '/login?link=expired'],
    ['?code=x&code=y', '/login?link=expired'],
    ['?code=__proto__', '/login?link=expired'],
    [`?code=${'x'.repeat(300)}`, '/login?link=expired'],
    ['?link=expired', 'expired'],
    ['?link=expired&link=x', 'expired'],
    ['?link=x&link=expired', 'page'],
    ['?link=', 'page'],
    ['?link=__proto__', 'page'],
    ['?step=code', 'page'],
    ['?step=x&problem=__proto__&problem=refused', 'page'],
    ['?__proto__=x&unknown=y', 'page'],
  ])('opens %j for anyone', async (search, shown) => {
    expect(await opened(search)).toBe(shown);
  });

  it.each([
    ['', '/login?step=code'],
    ['?to=%2Fusers&to=%2Femails&again=', '/login?step=code&to=%2Fusers&again=1'],
    ['?to=%2F%2Fother.example&__proto__=x', '/login?step=code'],
  ])('is kept with %j when a code is requested', async (search, to) => {
    const form = [['email', 'nobody@school.example.org']] as const;
    const sent = login.send(null, `/login${search}`, form);
    const led: unknown = await sent.catch((thrown: unknown) => thrown);
    expect(led instanceof Response && [led.status, led.headers.get('Location')]).toEqual([302, to]);
  });
});
