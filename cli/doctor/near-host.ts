const NEAR = /^(localhost|127\.|\[?::1|\/|$)/;

/**
 * Whether a host is this machine, by name, loopback address, or socket folder, so the connection needs no encryption.
 */
export function isNear(host: string): boolean {
  return NEAR.test(host);
}
