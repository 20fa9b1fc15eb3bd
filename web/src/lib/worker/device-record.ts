/**
 * What this device needs to renew its push subscription while no page is open. The page writes it, the service worker
 * reads it: in the cache storage, which both can reach.
 */
export interface DeviceRecord {
  email: string
  /** Of the subscription that was last sent to the server. */
  endpoint: string
  /** The application server's key, base64url. */
  publicKey: string
}

const storageKey = '/device-record'
const cacheName = 'device'

export async function readDeviceRecord(): Promise<DeviceRecord | null> {
  const stored = await caches.match(storageKey, { cacheName })
  return stored ? ((await stored.json()) as DeviceRecord) : null
}

export async function writeDeviceRecord(record: DeviceRecord): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.put(storageKey, Response.json(record))
}

/** Does nothing where the page was not reached over TLS, and so has no storage of this kind. */
export async function deleteDeviceRecord(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(cacheName)
}
