/**
 * Returns the cookie's name. Over TLS the prefix keeps the cookie from other hosts and from unencrypted connections.
 */
export function cookieName(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name
}
