import { isIP } from 'node:net';

/**
 * What one subscriber holds: the IPv4 address itself, or the first 64 bits of an IPv6 address. Limits and tries count by
 * it, because a single IPv6 connection has more addresses than could ever be counted.
 */
export function clientNetwork(clientAddress: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(clientAddress)?.[1];
  if (mapped !== undefined) return mapped;
  const [address = ''] = clientAddress.split('%');
  return isIP(address) === 6 ? `${firstGroups(address)}::/64` : address;
}

/** The first four groups of an IPv6 address; the URL parser writes every spelling of it alike. */
function firstGroups(address: string): string {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const left = head.split(':').filter((group) => group !== '');
  const right = tail === undefined ? [] : tail.split(':').filter((group) => group !== '');
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}
