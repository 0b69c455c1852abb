import lighthouse, { type Result } from 'lighthouse';
import { findFreePort } from '#cli/embedded-postgres/free-port.server.ts';
import { openBenchBrowser } from '#tests/bench/support/bench-browser.ts';
import { plainFigure, type Target } from '#tests/bench/support/figures.ts';
import { openDistantLine } from '#tests/bench/support/distant-line.ts';
import { cookiesSetBy } from '#tests/bench/support/http-client.ts';
import { openPageScene, type PageScene } from '#tests/bench/support/page-scene.server.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { withResources } from '#tests/bench/support/resources.ts';

const RUNS = 3;
const STUDENTS = 20;
/**
 * Lighthouse counts the scripts that arrive before the first paint as a part of it. Without any distance, all of them might.
 */
const ROUND_TRIP_MS = 40;
const MS_A_SECOND = 1_000;

interface Visit {
  readonly path: string;
  /** The visitor's Cookie header, or an empty string. */
  readonly cookie: string;
}

interface Measure {
  readonly measure: string;
  readonly unit: string;
  readonly valueOf: (result: Result) => number;
  readonly target: Target;
}

const MEASURES: readonly Measure[] = [
  { measure: 'performance', unit: 'of 100', valueOf: scoreOf('performance'), target: { atLeast: 99 } },
  { measure: 'accessibility', unit: 'of 100', valueOf: scoreOf('accessibility'), target: { atLeast: 100 } },
  { measure: 'best practices', unit: 'of 100', valueOf: scoreOf('best-practices'), target: { atLeast: 100 } },
  {
    measure: 'largest contentful paint',
    unit: 's',
    valueOf: (result) => auditOf('largest-contentful-paint')(result) / MS_A_SECOND,
    target: { atMost: 1.2 },
  },
  {
    measure: 'cumulative layout shift',
    unit: '',
    valueOf: auditOf('cumulative-layout-shift'),
    target: { atMost: 0.02 },
  },
];

/** P13: Lighthouse's default audit, which simulates a phone on a slow connection. */
export async function lighthouseBench(report: Report): Promise<void> {
  await withResources(async (keep) => {
    const linePort = await findFreePort();
    const origin = `http://127.0.0.1:${linePort}`;
    const scene = await openPageScene(keep, { APP_URL: origin });
    await keep(openDistantLine(scene.app.server.url, { port: linePort, roundTripMs: ROUND_TRIP_MS }));
    const port = await findFreePort();
    await keep(openBenchBrowser([`--remote-debugging-port=${port}`]));
    for (const [what, visit] of Object.entries(await visitsOf(scene, origin))) {
      const results: Result[] = [];
      while (results.length < RUNS) results.push(await audit(origin, await visit(), port));
      for (const { measure, unit, valueOf, target } of MEASURES) {
        report.add(plainFigure('P13', `${what}, ${measure}`, unit, results.map(valueOf), target));
      }
    }
  });
}

async function visitsOf(
  { app, adminId, details, startedWith }: PageScene,
  origin: string,
): Promise<Record<string, () => Promise<Visit>>> {
  const admin = await app.cookieOf(adminId);
  const { counselorId } = await startedWith(STUDENTS);
  const counselor = await app.cookieOf(counselorId);
  const codeStep = await codeStepCookie(app, origin);
  const always = (path: string, cookie: string) => () => Promise.resolve({ path, cookie });
  return {
    login: always('/login', ''),
    'code entry': always('/login?step=code', codeStep),
    "counselor's dashboard": always('/', counselor),
    // Each time another designation, or the page would say that it's also open elsewhere.
    'students step': async () => {
      const started = await startedWith(STUDENTS);
      return { path: started.path, cookie: await app.cookieOf(started.counselorId) };
    },
    'designations list': always('/designations', admin),
    'designation details': always(details, admin),
    "administrator's dashboard": always('/', admin),
  };
}

/** The cookies of a browser that has requested a sign-in code. */
async function codeStepCookie(app: PageScene['app'], origin: string): Promise<string> {
  const client = await app.callerOf(null);
  const body = new URLSearchParams({ email: 'counselor@school.example.org' });
  return cookiesSetBy(await client.send('POST', '/login', { body, headers: { Origin: origin } }));
}

/** Fails if the page redirects, as it does if the cookie isn't accepted. */
async function audit(origin: string, { path, cookie }: Visit, port: number): Promise<Result> {
  const url = `${origin}${path}`;
  const audited = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
    ...(cookie === '' ? {} : { extraHeaders: { Cookie: cookie } }),
  });
  if (audited === undefined) throw new Error(`Lighthouse returned nothing for ${path}.`);
  const { finalDisplayedUrl, runtimeError } = audited.lhr;
  if (runtimeError !== undefined) throw new Error(`${path}: ${runtimeError.message}`);
  if (finalDisplayedUrl !== url) throw new Error(`${path} redirected to ${finalDisplayedUrl}.`);
  return audited.lhr;
}

function scoreOf(category: string): (result: Result) => number {
  return ({ categories }) => (categories[category]?.score ?? 0) * 100;
}

function auditOf(id: string): (result: Result) => number {
  return ({ audits }) => {
    const value = audits[id]?.numericValue;
    if (value === undefined) throw new Error(`Lighthouse didn't measure ${id}.`);
    return value;
  };
}
