import type { SMTPServer } from 'smtp-server';

/** Lets a mail server listen on a free port of this machine, and answers the port. */
export function listeningPort(server: SMTPServer): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const listener = server.listen(0, '127.0.0.1', () => {
      const address = listener.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
    // An answer leaves at once: held back until the one before is acknowledged, each mail would take 40 ms.
    listener.on('connection', (socket) => socket.setNoDelay(true));
  });
}
