import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { print } from '#cli/command-output.ts';
import { FIRST_PAGE_SQL, openRawPostgres } from '#tests/bench/support/raw-postgres.server.ts';

/** The minimal server that returns fifty designations as JSON, with `pg` and `node:http`. */
const CONNECTIONS = 8;
const postgres = await openRawPostgres(process.argv[2] ?? '', CONNECTIONS);

const server = createServer((_request, response) => {
  void postgres.query(FIRST_PAGE_SQL).then(({ rows }) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(rows));
  });
});
server.listen(0, '127.0.0.1', () => print(String((server.address() as AddressInfo).port)));
process.stdin.resume().once('end', () => process.exit());
