import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import type mjmlToHtml from 'mjml';

export interface BuiltMjml {
  readonly html: string;
  /** Messages from MJML; `line` starts at 1. */
  readonly errors: readonly { readonly line: number; readonly message: string; readonly tagName: string }[];
}

/** MJML failed, or exceeded its time, memory, or size. */
export type NotBuilt = 'unreadable' | 'too much';

interface Limits {
  readonly buildMs: number;
  /** How long the process waits for another template before it exits. */
  readonly idleMs: number;
}

const LIMITS: Limits = { buildMs: 5_000, idleMs: 5_000 };
const START_MS = 30_000;
/** Time after `buildMs` before an unresponsive process is killed. */
const GRACE_MS = 2_000;
/** Characters; email programs clip emails at about a fifth of this. */
const HTML_MAX = 500_000;
const MEMORY_MB = 256;

/** Prevents fetching: no linked fonts, no included files. */
const OPTIONS: Parameters<typeof mjmlToHtml>[1] = {
  fonts: {},
  ignoreIncludes: true,
  validationLevel: 'soft',
};

/**
 * Inline, so that bundles don't need a separate file. MJML builds synchronously, before its promise is returned, so the
 * `node:vm` timeout applies to all of its work.
 */
const PROGRAM = `
  const { Script } = require('node:vm');
  const [mjml, options, max, timeout] = JSON.parse(process.argv[1]);
  const mjmlToHtml = require(mjml);
  const building = new Script('build()');
  process.on('message', async (source) => {
    try {
      globalThis.build = () => mjmlToHtml(source, options);
      const { html, errors } = await building.runInThisContext({ timeout });
      const reported = errors.map(({ line, message, tagName }) => ({ line, message, tagName }));
      process.send(html.length > max ? 'too much' : { html, errors: reported });
    } catch (error) {
      process.send(error?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? 'too much' : 'unreadable');
    }
  });
  process.send('ready');`;

/**
 * Runs MJML in a child process, one template at a time, with limited time and memory: a thread that runs out of memory
 * can crash the whole process. Starts with the first template and exits when idle.
 */
export class MjmlProcess {
  readonly #limits: Limits;
  #child: ChildProcess | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;

  constructor(limits = LIMITS) {
    this.#limits = limits;
  }

  get isRunning(): boolean {
    return this.#child !== null;
  }

  /** @throws {Error} when MJML can't be loaded */
  build(source: string): Promise<BuiltMjml | NotBuilt> {
    const built = this.#last.then(() => this.#build(source));
    this.#last = built.catch(() => undefined);
    return built;
  }

  async #build(source: string): Promise<BuiltMjml | NotBuilt> {
    clearTimeout(this.#idle);
    const child = this.#child ?? (await this.#start());
    setKeepsAlive(child, true);
    const message = await nextMessage<BuiltMjml | NotBuilt>(child, this.#limits.buildMs + GRACE_MS, source);
    setKeepsAlive(child, false);
    if (message === null) this.#end(child);
    else this.#idle = setTimeout(() => this.#end(child), this.#limits.idleMs).unref();
    return message ?? 'too much';
  }

  async #start(): Promise<ChildProcess> {
    const mjml = createRequire(import.meta.url).resolve('mjml');
    const given = JSON.stringify([mjml, OPTIONS, HTML_MAX, this.#limits.buildMs]);
    const child = spawn(process.execPath, [`--max-old-space-size=${MEMORY_MB}`, '-e', PROGRAM, given], {
      cwd: path.dirname(mjml),
      env: { NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child = child;
    child.on('error', () => this.#end(child)).on('exit', () => this.#end(child));
    if ((await nextMessage(child, START_MS)) !== null) return child;
    this.#end(child);
    throw new Error("MJML couldn't be loaded.");
  }

  #end(child: ChildProcess): void {
    child.kill('SIGKILL');
    if (this.#child === child) this.#child = null;
  }
}

export const mjmlProcess = new MjmlProcess();

/** Sets whether the child process keeps this process alive. */
function setKeepsAlive(child: ChildProcess, isKeptAlive: boolean): void {
  if (isKeptAlive) child.ref();
  else child.unref();
  if (isKeptAlive) child.channel?.ref();
  else child.channel?.unref();
}

/** Returns the next message from the process, after sending `source` if given. Null if it exits or times out. */
function nextMessage<Message>(
  child: ChildProcess,
  limitMs: number,
  source?: string,
): Promise<Message | null> {
  return new Promise((resolve) => {
    const settle = (message: Message | null) => {
      clearTimeout(timeout);
      child.off('message', settle).off('exit', ended).off('error', ended);
      resolve(message);
    };
    const ended = () => settle(null);
    const timeout = setTimeout(ended, limitMs);
    child.on('message', settle).on('exit', ended).on('error', ended);
    if (source !== undefined) child.send(source);
  });
}
