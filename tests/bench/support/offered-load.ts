import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientResponse } from '#tests/bench/support/http-client.ts';
import { percentile } from '#tests/bench/support/statistics.ts';

/** What became of a request. A refusal is a 503 with Retry-After and a sentence; anything else from 400 is an error. */
type Outcome = 'served' | 'refused' | 'error' | 'broken' | 'hung';

export interface Offer {
  readonly kind: string;
  /** Of all requests, in percent. */
  readonly share: number;
  readonly send: () => Promise<ClientResponse>;
}

/** The outcomes of one kind of request. */
interface Tally {
  readonly outcomes: Record<Outcome, number>;
  /** Of those that were served. */
  readonly ms: number[];
  readonly refusedMs: number[];
}

export type Tallies = ReadonlyMap<string, Tally>;

const TICK_MS = 20;
/** No response takes longer, unless the server has forgotten the request. */
const HUNG_MS = 30_000;

/** The first errors, in words. */
export type Errors = string[];

function newTallies(offers: readonly Offer[]): Tallies {
  return new Map(
    offers.map(({ kind }) => [
      kind,
      { outcomes: { served: 0, refused: 0, error: 0, broken: 0, hung: 0 }, ms: [], refusedMs: [] },
    ]),
  );
}

/** Sends requests as fast as they're answered, for a while. Returns how many were served each second. */
export async function closedLoop(
  offers: readonly Offer[],
  { seconds, clients }: { readonly seconds: number; readonly clients: number },
  errors: Errors,
): Promise<{ readonly perSecond: number; readonly tallies: Tallies }> {
  const tallies = newTallies(offers);
  const next = inShares(offers);
  const begunAt = performance.now();
  const end = begunAt + seconds * 1000;
  const client = async () => {
    while (performance.now() < end) await sendOne(next(), tallies, errors);
  };
  await Promise.all(Array.from({ length: clients }, client));
  const served = sumOf(tallies, 'served');
  return { perSecond: (served * 1000) / (performance.now() - begunAt), tallies };
}

/** Sends this many requests a second, whether or not they're answered. Resolves when all have an outcome. */
export async function openLoop(
  offers: readonly Offer[],
  { perSecond, seconds, onEnd }: { readonly perSecond: number; readonly seconds: number; onEnd: () => void },
  errors: Errors,
): Promise<Tallies> {
  const tallies = newTallies(offers);
  const next = inShares(offers);
  const begunAt = performance.now();
  const total = Math.round(perSecond * seconds);
  const running: Promise<void>[] = [];
  while (running.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - begunAt) * perSecond) / 1000));
    while (running.length < due) running.push(sendOne(next(), tallies, errors));
    await sleep(TICK_MS);
  }
  onEnd();
  await Promise.all(running);
  return tallies;
}

/** How many requests of all kinds had this outcome. */
export function sumOf(tallies: Tallies, outcome: Outcome): number {
  return [...tallies.values()].reduce((sum, { outcomes }) => sum + outcomes[outcome], 0);
}

/** The share of a kind that was served, from 0 to 1. */
export function servedShare({ outcomes }: Tally): number {
  const all = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  return outcomes.served / all;
}

/** '1,204 of 3,000 served (40%), p95 310 ms; 1,796 refused, p95 12 ms' */
export function tallyLine({ outcomes, ms, refusedMs }: Tally): string {
  const all = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  const p95 = (values: readonly number[]) =>
    values.length === 0 ? '' : `, p95 ${Math.round(percentile(values, 0.95))} ms`;
  const number = (count: number) => count.toLocaleString('en-US');
  const share = all === 0 ? 0 : Math.round((outcomes.served * 100) / all);
  return `${number(outcomes.served)} of ${number(all)} served (${share}%)${p95(ms)}; ${number(outcomes.refused)} refused${p95(refusedMs)}`;
}

async function sendOne({ kind, send }: Offer, tallies: Tallies, errors: Errors): Promise<void> {
  const tally = tallies.get(kind);
  if (tally === undefined) throw new Error(`No tally of ${kind}.`);
  const late = new AbortController();
  try {
    const response = await Promise.race([send(), sleep(HUNG_MS, null, { ref: false, signal: late.signal })]);
    const outcome = response === null ? 'hung' : outcomeOf(response);
    tally.outcomes[outcome] += 1;
    if (response !== null && outcome === 'served') tally.ms.push(response.ms);
    if (response !== null && outcome === 'refused') tally.refusedMs.push(response.ms);
    if (response !== null && outcome === 'error') {
      errors.push(`${kind}: ${response.status} ${response.body.slice(0, 120)}`);
    }
  } catch (error) {
    tally.outcomes.broken += 1;
    errors.push(`${kind}: ${String(error)}`);
  } finally {
    late.abort();
  }
}

/** Returns whether a response is a true refusal: it says when to come back, and a person can read why. */
export function isRefusal({ status, headers, body }: Pick<ClientResponse, 'status' | 'headers' | 'body'>) {
  const seconds = Number(headers['retry-after']);
  return status === 503 && seconds >= 1 && /try again/i.test(body);
}

function outcomeOf(response: ClientResponse): Outcome {
  if (response.status < 400) return 'served';
  return isRefusal(response) ? 'refused' : 'error';
}

/** Returns a function that picks an offer, each as often as its share says, in a fixed order. */
function inShares(offers: readonly Offer[]): () => Offer {
  const taken = offers.map(() => 0);
  return () => {
    // The one furthest behind its share is next.
    const behind = offers.map(({ share }, index) => (taken[index] ?? 0) / share);
    const index = behind.indexOf(Math.min(...behind));
    taken[index] = (taken[index] ?? 0) + 1;
    const offer = offers[index];
    if (offer === undefined) throw new Error('There is nothing to offer.');
    return offer;
  };
}
