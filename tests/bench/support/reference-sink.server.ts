import { startCountingSink } from '#tests/support/counting-sink.ts';

/** A program: the mail bench's mail server in its own process. Prints its port and exits when its input closes. */
const sink = await startCountingSink();
process.stdout.write(`${new URL(sink.url).port}\n`);
process.stdin.resume().once('end', () => void sink.stop().then(() => process.exit(0)));
