import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Launch } from '#tests/bench/alternatives/start-site.ts';
import { cookiesSetBy, type HttpClient } from '#tests/bench/support/http-client.ts';

export interface SiteSettings {
  readonly databaseUrl: string;
  readonly password: string;
  readonly port: number;
}

export interface CsvRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
}

/** An application that people might use instead of Laurel. */
export interface Alternative {
  readonly name: string;
  /** Null if it isn't installed. */
  readonly version: string | null;
  /** The page, or the request for its data, with the 50 designations that were updated last. */
  readonly list: string;
  /** Matches once per row of the response. */
  readonly row: RegExp;
  /** Whether `list` is only the data of a page that is rendered in the browser. */
  readonly isData: boolean;
  /** The page in a browser, and the selector of its rows. Null if it needs settings for the columns. */
  readonly screen: { readonly path: string; readonly row: string } | null;
  launch(settings: SiteSettings): Launch;
  /** Signs in as the administrator and returns the Cookie header. */
  signIn(client: HttpClient, password: string): Promise<string>;
  csvOf(yearId: string): CsvRequest;
}

/** Where AdminJS and Directus are installed, each in its own folder. */
const FOLDER = path.resolve(process.env['ALTERNATIVES'] ?? '../alternatives');
const PYTHON = process.env['PYTHON'] ?? 'python3';
const EMAIL = 'admin@example.org';

const ADMINJS = path.join(FOLDER, 'adminjs');
const ADMINJS_SITE = 'adminjs-site.mjs';
const DIRECTUS = path.join(FOLDER, 'directus');

const CSV_DESIGNATION_FIELDS = [
  ...['id', 'academic_year_id.year', 'high_school_id.name', 'high_school_id.banner_code'],
  ...['high_school_id.salesforce_id', 'class_size', 'criteria', 'criteria_comment', 'status'],
  ...['submitted_by_id.first_name', 'submitted_by_id.last_name', 'submitted_by_id.email'],
  ...['updated_at', 'downloaded_at'],
];
const CSV_STUDENT_FIELDS = [
  ...[
    'id',
    'first',
    'middle',
    'last',
    'preferred',
    'date_of_birth',
    'twin',
    'phone',
    'email',
    'parent_email',
  ],
  ...['address1', 'address2', 'city', 'state', 'zip5', 'zip4', 'status'].map((part) => `address_${part}`),
];

export const ALTERNATIVES: readonly Alternative[] = [
  {
    name: 'Django admin',
    version: djangoVersion(),
    list: '/admin/django_site/designation/',
    row: /class="action-select"/g,
    isData: false,
    screen: { path: '/admin/django_site/designation/', row: '#result_list tbody tr' },
    launch: ({ databaseUrl, password, port }) => ({
      command: [
        ...[PYTHON, '-m', 'gunicorn', '--preload', '--workers', '2', '--threads', '4', '--keep-alive', '30'],
        ...['--bind', `127.0.0.1:${port}`, 'django_site:application'],
      ],
      folder: import.meta.dirname,
      env: { DATABASE_URL: databaseUrl, ADMIN_PASSWORD: password, PYTHONDONTWRITEBYTECODE: '1' },
    }),
    signIn: async (client, password) => {
      const form = await client.send('GET', '/admin/login/');
      const cookie = cookiesSetBy(form);
      const token = cookie.slice(cookie.indexOf('=') + 1);
      const body = new URLSearchParams({ username: 'admin', password, csrfmiddlewaretoken: token });
      return cookiesSetBy(await client.send('POST', '/admin/login/', { body, headers: { Cookie: cookie } }));
    },
    csvOf: (yearId) => ({ method: 'GET', path: `/admin/django_site/designation/export/${yearId}/` }),
  },
  {
    name: 'AdminJS',
    version: packageVersion(ADMINJS, 'adminjs'),
    list: '/admin/api/resources/designation/actions/list?perPage=50&page=1&sortBy=updated_at&direction=desc',
    row: /"params":\{"id":"[-0-9a-f]+","high_school_id"/g,
    isData: true,
    screen: { path: '/admin/resources/designation?perPage=50', row: 'tbody tr' },
    launch: ({ databaseUrl, password, port }) => {
      copyFileSync(path.join(import.meta.dirname, ADMINJS_SITE), path.join(ADMINJS, ADMINJS_SITE));
      return {
        command: [process.execPath, ADMINJS_SITE],
        folder: ADMINJS,
        env: { DATABASE_URL: databaseUrl, ADMIN_PASSWORD: password, PORT: String(port) },
      };
    },
    signIn: async (client, password) => {
      const body = new URLSearchParams({ email: EMAIL, password });
      return cookiesSetBy(await client.send('POST', '/admin/login', { body }));
    },
    csvOf: () => ({ method: 'POST', path: '/admin/api/resources/student_line/actions/export?type=csv' }),
  },
  {
    name: 'Directus',
    version: packageVersion(DIRECTUS, 'directus'),
    list: `/items/designation?limit=50&sort=-updated_at&fields=id,high_school_id.name,academic_year_id.year,criteria,status,class_size,updated_at,downloaded_at`,
    row: /"class_size":/g,
    isData: true,
    screen: null,
    launch: ({ databaseUrl, password, port }) => {
      const directus = ['node_modules/.bin/node', 'node_modules/directus/cli.js'];
      return {
        setUp: [...directus, 'bootstrap'],
        command: [...directus, 'start'],
        folder: DIRECTUS,
        env: {
          ...{ DB_CLIENT: 'pg', DB_CONNECTION_STRING: databaseUrl, SECRET: password, TELEMETRY: 'false' },
          ...{ ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: password, HOST: '127.0.0.1', PORT: String(port) },
          QUERY_LIMIT_MAX: '-1',
        },
      };
    },
    signIn: async (client, password) => {
      const body = { email: EMAIL, password, mode: 'session' };
      return cookiesSetBy(await client.send('POST', '/auth/login', { body }));
    },
    csvOf: (yearId) => {
      const fields = [
        ...CSV_DESIGNATION_FIELDS.map((field) => `designation_id.${field}`),
        ...CSV_STUDENT_FIELDS,
      ];
      const filter = `filter[designation_id][academic_year_id][_eq]=${yearId}`;
      return {
        method: 'GET',
        path: `/items/student?export=csv&limit=-1&${filter}&fields=${fields.join(',')}`,
      };
    },
  },
];

function packageVersion(folder: string, name: string): string | null {
  const manifest = path.join(folder, 'node_modules', name, 'package.json');
  if (!existsSync(manifest)) return null;
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(manifest, 'utf8'))).version;
}

function djangoVersion(): string | null {
  const program = 'import django, gunicorn, psycopg2; print(django.get_version())';
  try {
    return execFileSync(PYTHON, ['-c', program], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return null;
  }
}
