/**
 * What this device needs to renew its push subscription while no page is open. The page writes it and the service
 * worker reads it from the Cache storage, which both can use.
 */
export interface DeviceRecord {
  email: string
  /** The endpoint of the subscription that was last sent to the server. */
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

/** Does nothing if the page was not loaded over TLS, since such pages have no Cache storage. */
export async function deleteDeviceRecord(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(cacheName)
}
