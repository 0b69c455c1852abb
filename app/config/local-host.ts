const LOCAL_HOST = /^(localhost|127(\.\d+){3}|::1|\[::1\]|\/.*|)$/;

/** Returns whether a host is this machine (name, loopback, or socket folder), so it needs no encryption. */
export function isLocalHost(host: string): boolean {
  return LOCAL_HOST.test(host);
}
