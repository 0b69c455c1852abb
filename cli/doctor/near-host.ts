const NEAR = /^(localhost|127\.|\[?::1|\/|$)/;

/** Whether a host is this machine (name, loopback address, or socket folder), so it needs no encryption. */
export function isNear(host: string): boolean {
  return NEAR.test(host);
}
