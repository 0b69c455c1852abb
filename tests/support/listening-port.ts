import type { SMTPServer } from 'smtp-server';

/** Starts a mail server on a free local port. Returns the port. */
export function listeningPort(server: SMTPServer): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const listener = server.listen(0, '127.0.0.1', () => {
      const address = listener.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
    // Without this, each response would wait 40 ms for the previous one's acknowledgment.
    listener.on('connection', (socket) => socket.setNoDelay(true));
  });
}
