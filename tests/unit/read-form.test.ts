import { describe, expect, it } from 'vitest';
import { HttpError } from '#app/server/http-errors.ts';
import {
  BULK_FORM,
  DRAFT_FORM,
  PUBLIC_FORM,
  readForm,
  SIGNED_IN_FORM,
  STUDENTS_FORM,
} from '#app/server/read-form.server.ts';

const URL_ENCODED = 'application/x-www-form-urlencoded';

function post(body: string, contentType: string | null = URL_ENCODED): Request {
  return new Request('http://localhost/login', {
    method: 'POST',
    body: new TextEncoder().encode(body),
    headers: contentType === null ? {} : { 'Content-Type': contentType },
  });
}

async function statusOf(request: Request, limits = SIGNED_IN_FORM): Promise<number> {
  const outcome: unknown = await readForm(request, limits).catch((error: unknown) => error);
  return outcome instanceof HttpError ? outcome.status : 200;
}

describe('readForm', () => {
  it('reads the names that our forms write', async () => {
    const form = await readForm(
      post('email=a%40b.org&students[999].address.city=Nome&students%5B0%5D.first=N%C3%BAria&version=3'),
      SIGNED_IN_FORM,
    );
    expect([...form.entries()]).toEqual([
      ['email', 'a@b.org'],
      ['students[999].address.city', 'Nome'],
      ['students[0].first', 'Núria'],
      ['version', '3'],
    ]);
  });

  it('formats phone numbers anywhere, and nothing else', async () => {
    const form = await readForm(
      post(
        'phone=9075550101&students[12].phone=907.555.0102x45&students[2].phone=907&telephone=9075550103&phone=%2B&fax=9075550104',
      ),
      SIGNED_IN_FORM,
    );
    expect([...form.entries()]).toEqual([
      ['phone', '(907) 555-0101'],
      ['students[12].phone', '(907) 555-0102, extension 45'],
      ['students[2].phone', '907'],
      ['telephone', '9075550103'],
      ['phone', '+'],
      ['fax', '(907) 555-0104'],
    ]);
  });

  it('reads a form sent in parts, with its file', async () => {
    const sent = new FormData();
    sent.set('intent', 'import');
    sent.set('file', new File(['a,b'], 'list.csv'));
    const form = await readForm(
      new Request('http://localhost/x', { method: 'POST', body: sent }),
      SIGNED_IN_FORM,
    );
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
  ])('rejects input that would overload or crash a parser: %.60s', async (body) => {
    expect(await statusOf(post(body))).toBe(400);
  });

  it.each([
    { type: 'insert', payload: { name: 'students', defaultValue: { first: '', address: { state: 'AK' } } } },
    { type: 'remove', payload: { name: 'students', index: 3 } },
  ])('lets a form add and remove rows: %j', async (intent) => {
    expect(await statusOf(post(`version=1&__intent__=${encodeURIComponent(JSON.stringify(intent))}`))).toBe(
      200,
    );
  });

  it('lets a form request validation, ignoring its posted state', async () => {
    const check = encodeURIComponent(
      JSON.stringify({ type: 'validate', payload: { name: 'students[2].phone' } }),
    );
    const form = await readForm(post(`email=x&__state__={}&__intent__=${check}`), SIGNED_IN_FORM);
    expect([...form.keys()]).toEqual(['email', '__intent__']);
  });

  it.each(['text/plain', 'application/json', 'garbage;;;', 'multipart/form-data', null])(
    'requires a form, not %s',
    async (contentType) => {
      expect(await statusOf(post('a=b', contentType))).toBe(415);
    },
  );

  it('reports unreadable multipart bodies', async () => {
    expect(await statusOf(post('garbage', 'multipart/form-data; boundary=x'))).toBe(400);
  });

  describe.each([
    ['anyone', PUBLIC_FORM],
    ['someone signed in', SIGNED_IN_FORM],
    ['a draft', DRAFT_FORM],
    ['a bulk decision', BULK_FORM],
    ['students', STUDENTS_FORM],
  ])('with the limits for %s', (_whose, limits) => {
    it('allows exactly their number of bytes, even without a Content-Length', async () => {
      const room = limits.maxBytes - 'a='.length;
      expect(await statusOf(post(`a=${'x'.repeat(room)}`), limits)).toBe(200);
      expect(await statusOf(post(`a=${'x'.repeat(room + 1)}`), limits)).toBe(413);
    });

    it('allows exactly their number of fields', async () => {
      const fields = (count: number) => post('a=&'.repeat(count).slice(0, -1));
      expect(await statusOf(fields(limits.maxFields), limits)).toBe(200);
      expect(await statusOf(fields(limits.maxFields + 1), limits)).toBe(413);
    });
  });

  it('counts the fields of a form that comes in parts', async () => {
    const parts = (count: number) => {
      const sent = new FormData();
      for (let field = 0; field < count; field += 1) sent.append('a', '&');
      return new Request('http://localhost/x', { method: 'POST', body: sent });
    };
    expect(await statusOf(parts(PUBLIC_FORM.maxFields), PUBLIC_FORM)).toBe(200);
    expect(await statusOf(parts(PUBLIC_FORM.maxFields + 1), PUBLIC_FORM)).toBe(413);
  });

  it('rejects too many fields with a message, without reading them', async () => {
    await expect(readForm(post('%&'.repeat(51)), PUBLIC_FORM)).rejects.toThrow(
      'The form has more than 50 fields. Send fewer at a time.',
    );
    await expect(readForm(post('x'.repeat(20_000)), PUBLIC_FORM)).rejects.toThrow(
      'The body is larger than 16 KiB. Send less data at a time.',
    );
  });
});
