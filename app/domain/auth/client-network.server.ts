import { isIP } from 'node:net';

/** Returns the IPv4 address, or an IPv6 address's /64 network, because one subscriber has all of its addresses. */
export function clientNetwork(clientAddress: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(clientAddress)?.[1];
  if (mapped !== undefined) return mapped;
  const [address = ''] = clientAddress.split('%');
  return isIP(address) === 6 ? `${firstGroups(address)}::/64` : address;
}

/** Returns the first four groups of an IPv6 address. The URL parser normalizes its spelling. */
function firstGroups(address: string): string {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const left = head.split(':').filter((group) => group !== '');
  const right = tail === undefined ? [] : tail.split(':').filter((group) => group !== '');
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}
