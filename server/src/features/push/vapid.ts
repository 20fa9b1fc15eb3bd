import type { VapidKeys } from '@block65/webcrypto-web-push'

/** Makes a key pair as text: the uncompressed public point and the private number, in base64url. */
export async function newVapidKeys(): Promise<Buffer> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])
  const publicKey = Buffer.from(await crypto.subtle.exportKey('raw', pair.publicKey)).toString('base64url')
  const { d: privateKey } = await crypto.subtle.exportKey('jwk', pair.privateKey)
  return Buffer.from(JSON.stringify({ publicKey, privateKey }))
}

/** @param contact address that push services may write to about this server: plain or as `Name <address>` */
export function vapidKeysOf(stored: Buffer, contact: string): VapidKeys & { publicKey: string } {
  const { publicKey, privateKey } = JSON.parse(stored.toString()) as { publicKey: string; privateKey: string }
  const address = /<([^>]+)>/.exec(contact)?.[1] ?? contact
  return { publicKey, privateKey, subject: `mailto:${address}` }
}
