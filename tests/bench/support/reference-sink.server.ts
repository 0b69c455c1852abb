import { startCountingSink } from '#tests/support/counting-sink.ts';

/** A program: the mail server of the mail bench, in a process of its own; it writes its port and ends with its input. */
const sink = await startCountingSink();
process.stdout.write(`${new URL(sink.url).port}\n`);
process.stdin.resume().once('end', () => void sink.stop().then(() => process.exit(0)));
