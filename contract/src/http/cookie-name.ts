/** Over TLS browsers then keep it from other hosts, and from whoever is between us and them. */
export function cookieName(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name
}
