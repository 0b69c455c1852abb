import { readdir, readFile } from 'node:fs/promises';

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

/** Returns the processor time in ms that a process and its children have used. NaN without Linux's /proc. */
export async function processorTimeOf(pid: number): Promise<number> {
  const stats = await Promise.all((await processIds()).map(statOf));
  const used = stats.filter((stat) => stat.pid === pid || stat.parent === pid);
  return used.length === 0 ? Number.NaN : used.reduce((sum, { ticks }) => sum + ticks * TICK_MS, 0);
}

async function processIds(): Promise<number[]> {
  const names = await readdir('/proc').catch(() => []);
  return names.map(Number).filter(Number.isInteger);
}

async function statOf(pid: number): Promise<{ pid: number; parent: number; ticks: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [, parent, , , , , , , , , , user, system] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { pid, parent: Number(parent), ticks: Number(user) + Number(system) };
}
