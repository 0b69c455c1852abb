const NEAR = /^(localhost|127\.|\[?::1|\/|$)/;

/** Returns whether a host is this machine (name, loopback, or socket folder), so it needs no encryption. */
export function isNear(host: string): boolean {
  return NEAR.test(host);
}
