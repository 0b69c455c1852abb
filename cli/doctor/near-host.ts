const NEAR = /^(localhost|127\.|\[?::1|\/|$)/;

/** Whether a host is this machine, by its name or a socket's folder: nobody reads along on the way. */
export function isNear(host: string): boolean {
  return NEAR.test(host);
}
