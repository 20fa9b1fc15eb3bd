const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** True if pages of that origin are ours. All names of this machine count as one. */
export function isOurOrigin(origin: string, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false
  const sent = new URL(origin)
  const own = new URL(publicUrl)
  if (sent.origin === own.origin) return true
  return loopback.test(sent.hostname) && loopback.test(own.hostname) && sent.port === own.port
}

/**
 * Returns the host of `publicUrl` as passkeys are bound to it: of this machine's names, they accept only `localhost`.
 */
export function passkeyHost(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  return loopback.test(hostname) ? 'localhost' : hostname
}
