import { ECDH } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { request } from 'node:https'
import { buildPushPayload, type VapidKeys } from '@block65/webcrypto-web-push'
import ipaddr from 'ipaddr.js'

/** A device as its push service knows it. */
export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

/** sent: accepted. gone: the push service no longer knows the device. refused: trying again makes no sense. */
export type Delivery = 'sent' | 'gone' | 'refused'

export interface PushService {
  /** True if a browser's subscription may point to this endpoint. */
  isKnown(endpoint: string): boolean
  /** @throws if it may work later */
  send(target: PushTarget, message: Record<string, string | number>): Promise<Delivery>
}

interface Address {
  address: string
  family: number
}

/** How endpoints are reached; tests have a push service of their own. */
export interface Reach {
  isKnownHost(host: string): boolean
  port: number
  /** Returns the addresses of a name; of an address, itself. */
  resolve(host: string): Promise<Address[]>
  /** True if a connection to that address may be made. */
  mayReach(address: string): boolean
  ca?: string
}

/** Seconds for which a push service keeps a message for a device that is off. */
const keptFor = 86_400
/** Milliseconds for the whole exchange. */
const timeoutMs = 10_000

/** Sends messages by the Web Push protocol, encrypted for the device and signed with our key. */
export function webPush(vapid: VapidKeys, reach: Reach = publicInternet): PushService {
  const isKnown = (endpoint: string) => {
    const url = URL.parse(endpoint)
    return (
      url?.protocol === 'https:' &&
      Number(url.port || 443) === reach.port &&
      url.username === '' &&
      url.password === '' &&
      reach.isKnownHost(url.hostname)
    )
  }
  return {
    isKnown,
    async send({ endpoint, p256dh, auth }, message) {
      if (!isKnown(endpoint) || !isPoint(p256dh)) return 'refused'
      const subscription = { endpoint, expirationTime: null, keys: { p256dh, auth } }
      const options = { ttl: keptFor, urgency: 'high' } as const
      const { headers, body } = await buildPushPayload({ data: message, options }, subscription, vapid)
      const status = await post(endpoint, headers, body, reach)
      if (status === 404 || status === 410) return 'gone'
      if (status >= 200 && status < 300) return 'sent'
      if (status === 429 || status >= 500) throw new Error(`the push service answered ${status}`)
      return 'refused'
    },
  }
}

/** True if a push can be encrypted for this key: an uncompressed point of the curve. */
function isPoint(p256dh: string): boolean {
  try {
    return ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'base64url') === p256dh.replaceAll('=', '')
  } catch {
    return false
  }
}

/**
 * Posts, and returns the status. Redirects are not followed.
 * @throws if the endpoint leads to an address that may not be reached
 */
async function post(
  endpoint: string,
  headers: Record<string, string>,
  body: Uint8Array,
  reach: Reach,
): Promise<number> {
  const signal = AbortSignal.timeout(timeoutMs)
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  const addresses = await Promise.race([reachableAddresses(new URL(endpoint).hostname, reach), late])
  return new Promise((resolve, reject) => {
    const sent = request(
      endpoint,
      {
        method: 'POST',
        headers,
        // The addresses that were checked: asked again, a name may lead elsewhere.
        lookup: (_host, _options, done) => done(null, addresses),
        signal,
        agent: false,
        ...(reach.ca && { ca: reach.ca }),
      },
      (reply) => {
        reply.resume()
        reply.on('error', reject)
        reply.on('end', () => resolve(reply.statusCode ?? 0))
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Returns the addresses of a host. All of them must be allowed, since we don't choose which one a connection takes. */
async function reachableAddresses(hostname: string, { resolve, mayReach }: Reach): Promise<Address[]> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  // Not in the connection's `lookup`, which isn't called for a host that is an address already.
  const addresses = await resolve(host)
  if (addresses.length === 0 || !addresses.every(({ address }) => mayReach(address))) {
    throw new Error(`${host} leads to an address that is not on the public internet`)
  }
  return addresses
}

const hosts = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com']
const domains = ['.push.services.mozilla.com', '.notify.windows.com', '.push.apple.com']

/** The push services of known browsers, at addresses of the public internet. */
export const publicInternet: Reach = {
  isKnownHost: (host) => hosts.includes(host) || domains.some((domain) => host.endsWith(domain)),
  port: 443,
  resolve: (host) => lookup(host, { all: true }),
  mayReach: isPublic,
}

/** The only network of IPv6 that is given out. Parts of it that lead to IPv4 have ranges of their own. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** True for an address on the public internet. An IPv4 address written as IPv6 counts as IPv4. */
export function isPublic(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(globalUnicast)
}
