/** Whether this browser, at this address, can keep passkeys: they belong to a name. `before-app.js` asks the same. */
export function canUsePasskeys(): boolean {
  return Boolean(window.PublicKeyCredential) && !/^(\[|[\d.]+$)/.test(window.location.hostname)
}
