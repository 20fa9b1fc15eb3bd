/**
 * True if this browser can use passkeys here. They need a host name, not an IP address. `before-app.js` checks the
 * same.
 */
export function canUsePasskeys(): boolean {
  return Boolean(window.PublicKeyCredential) && !/^(\[|[\d.]+$)/.test(window.location.hostname)
}
