import http, { type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import express, { type ErrorRequestHandler } from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mapError } from '#app/server/error-responses.ts';
import { webRequest } from '#app/server/http/web-request.server.ts';
import { sendWebResponse } from '#app/server/http/web-response.server.ts';
import { readBytes } from '#app/server/read-body.server.ts';

const MIB = 1024 ** 2;
let server: Server;

async function respondTo(request: Request): Promise<Response> {
  if (request.url.endsWith('/refused')) return new Response(null, { status: 401 });
  if (request.url.endsWith('/foreign')) throw new Error('Refused before anything was asked.');
  try {
    return Response.json({ size: (await readBytes(request, MIB)).byteLength });
  } catch (error) {
    const { body, status } = mapError(error, '');
    return Response.json(body, { status });
  }
}

beforeAll(async () => {
  const app = express();
  app.use((_request, response, next) => {
    // The method that the compression middleware adds.
    response.flush = () => undefined;
    next();
  });
  app.use((request, response, next) => {
    respondTo(webRequest(request, response, 'https://scholars.example.org'))
      .then((webResponse) => sendWebResponse(webResponse, response))
      .catch(next);
  });
  app.use(((_error, _request, response, _next) => {
    response.status(403).end();
  }) satisfies ErrorRequestHandler);
  server = app.listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
});
afterAll(() => new Promise((closed) => server.close(closed)));

function sendInChunks(count: number): Promise<{ status: number; connection: string; body: unknown }> {
  return new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const request = http.request(
      { host: '127.0.0.1', port, method: 'PATCH', headers: { Connection: 'keep-alive' } },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('error', reject);
        response.on('end', () => {
          const { statusCode: status = 0, headers } = response;
          resolve({ status, connection: headers.connection ?? '', body: JSON.parse(text) as unknown });
        });
      },
    );
    request.on('error', reject);
    const piece = Buffer.alloc(MIB, 'x');
    const write = async () => {
      for (let sent = 0; sent < count; sent += 1) {
        await new Promise<void>((written, failed) => {
          request.write(piece, (error) => (error ? failed(error) : written()));
        });
      }
      request.end();
    };
    write().catch(reject);
  });
}

it.each([2, 9, 30])(
  'a body of %i MiB sent in pieces gets a 413, and the connection is closed',
  async (count) => {
    expect(await sendInChunks(count)).toEqual({
      status: 413,
      connection: 'close',
      body: {
        statusCode: 413,
        error: 'Payload Too Large',
        message: 'The body is larger than 1 MiB. Send less data at a time.',
      },
    });
  },
);

it('the server reads a body of 1 MiB and keeps the connection', async () => {
  expect(await sendInChunks(1)).toEqual({ status: 200, connection: 'keep-alive', body: { size: MIB } });
});

/** Sends a body with its length and a second request on the same connection. Returns the status of each response. */
function sendTwice(path: string, size: number): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    let responses = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`PATCH ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${size}\r\n\r\n`);
      socket.write(Buffer.alloc(size, 'x'));
      socket.write('GET /next HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    });
    socket.on('data', (chunk: Buffer) => (responses += chunk.toString()));
    socket.on('error', reject);
    socket.on('close', () =>
      resolve([...responses.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))),
    );
  });
}

it.each([
  ['/refused', 1000, 401],
  ['/refused', 70_000, 401],
  ['/refused', 300_000, 401],
  ['/refused', 8 * MIB, 401],
  ['/foreign', 300_000, 403],
  ['/foreign', 8 * MIB, 403],
  ['/', 300_000, 200],
])(
  'the response of %s to a body of %i bytes, %i, keeps the connection for the next request',
  async (path, size, status) => {
    expect(await sendTwice(path, size)).toEqual([status, 200]);
  },
);
