import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const SAMPLE_MS = 50;
const KB_A_MB = 1024;

/** A process's resident memory in MB. Null on systems without Linux's /proc. */
export async function memoryOf(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / KB_A_MB;
}

/** Runs `work` and returns the peak memory of the process in MB. */
export async function peakMemoryDuring(pid: number, work: () => Promise<unknown>): Promise<number> {
  let peak = 0;
  let isRunning = true;
  const watch = async () => {
    while (isRunning) {
      peak = Math.max(peak, (await memoryOf(pid)) ?? 0);
      await sleep(SAMPLE_MS);
    }
  };
  const watching = watch();
  await work().finally(() => (isRunning = false));
  await watching;
  return peak;
}
