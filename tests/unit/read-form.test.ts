import { describe, expect, it } from 'vitest';
import { HttpError } from '#app/server/http-errors.ts';
import { readForm } from '#app/server/read-form.server.ts';

const URL_ENCODED = 'application/x-www-form-urlencoded';

function post(body: string, contentType: string | null = URL_ENCODED): Request {
  return new Request('http://localhost/login', {
    method: 'POST',
    body: new TextEncoder().encode(body),
    headers: contentType === null ? {} : { 'Content-Type': contentType },
  });
}

async function statusOf(request: Request): Promise<number> {
  const outcome: unknown = await readForm(request).catch((error: unknown) => error);
  return outcome instanceof HttpError ? outcome.status : 200;
}

describe('readForm', () => {
  it('reads the names that our forms write', async () => {
    const form = await readForm(
      post('email=a%40b.org&students[999].address.city=Nome&students%5B0%5D.first=N%C3%BAria&version=3'),
    );
    expect([...form.entries()]).toEqual([
      ['email', 'a@b.org'],
      ['students[999].address.city', 'Nome'],
      ['students[0].first', 'Núria'],
      ['version', '3'],
    ]);
  });

  it('reads a form sent in parts, with its file', async () => {
    const sent = new FormData();
    sent.set('intent', 'import');
    sent.set('file', new File(['a,b'], 'list.csv'));
    const form = await readForm(new Request('http://localhost/x', { method: 'POST', body: sent }));
    expect(form.get('intent')).toBe('import');
    expect(await (form.get('file') as File).text()).toBe('a,b');
  });

  it.each([
    'students[4294967294].x=1',
    'students[1000].first=x',
    'students[0][0][0][0][0][0][0][0].x=1',
    `${'a.'.repeat(40)}a=1`,
    '__proto__[0].x=1&a b=1',
    '[0]=1',
    '=1',
    `${'a'.repeat(200)}=1`,
    '__intent__=notjson',
    '__intent__=null',
    '__intent__=5',
    '__intent__=%7B%22type%22%3A%22update%22%7D',
    '__intent__=%7B%22type%22%3A%22remove%22%2C%22payload%22%3A%7B%22name%22%3A%22__proto__%22%2C%22index%22%3A0%7D%7D',
    '__intent__=%7B%22type%22%3A%22insert%22%2C%22payload%22%3A%7B%22name%22%3A%22email%22%2C%22index%22%3A0%7D%7D&email=x',
    '__intent__=%7B%22type%22%3A%22remove%22%2C%22payload%22%3A%7B%22name%22%3A%22version%22%2C%22index%22%3A0%7D%7D&version=1',
    '__intent__=%7B%22type%22%3A%22insert%22%2C%22payload%22%3A%7B%22name%22%3A%22students%22%7D%7D&students=x',
    '__intent__=%7B%22type%22%3A%22validate%22%2C%22payload%22%3A%7B%7D%7D&__intent__=%7B%7D',
    Array.from({ length: 25_001 }, (_, index) => `f${index}=`).join('&'),
  ])('refuses what would make a parser build or fail: %.60s', async (body) => {
    expect(await statusOf(post(body))).toBe(400);
  });

  it.each([
    { type: 'insert', payload: { name: 'students', defaultValue: { first: '', address: { state: 'AK' } } } },
    { type: 'remove', payload: { name: 'students', index: 3 } },
  ])('lets a form add and take away rows: %j', async (intent) => {
    expect(await statusOf(post(`version=1&__intent__=${encodeURIComponent(JSON.stringify(intent))}`))).toBe(
      200,
    );
  });

  it('lets a form ask to be checked, and nothing of the state it sends along count', async () => {
    const check = encodeURIComponent(
      JSON.stringify({ type: 'validate', payload: { name: 'students[2].phone' } }),
    );
    const form = await readForm(post(`email=x&__state__={}&__intent__=${check}`));
    expect([...form.keys()]).toEqual(['email', '__intent__']);
  });

  it.each(['text/plain', 'application/json', 'garbage;;;', 'multipart/form-data', null])(
    'wants a form and not %s',
    async (contentType) => {
      expect(await statusOf(post('a=b', contentType))).toBe(415);
    },
  );

  it('says that parts are unreadable', async () => {
    expect(await statusOf(post('garbage', 'multipart/form-data; boundary=x'))).toBe(400);
  });

  it('refuses more than 1 MiB, also where no length was told', async () => {
    expect(await statusOf(post(`a=${'x'.repeat(1024 * 1024)}`))).toBe(413);
  });
});
