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

/** sent: taken on. gone: the device is not known there any more. refused: it makes no sense to try again. */
export type Delivery = 'sent' | 'gone' | 'refused'

export interface PushService {
  /** Where a browser's subscription may point to. */
  isKnown(endpoint: string): boolean
  /** @throws where it may work later */
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
  /** The addresses of a name; of an address itself. */
  resolve(host: string): Promise<Address[]>
  /** Whether a connection to that address may be made. */
  mayReach(address: string): boolean
  ca?: string
}

/** Seconds that a push service keeps a message for a device that is off. */
const keptFor = 86_400
/** Milliseconds for the whole exchange. */
const timeoutMs = 10_000

/** Messages over the Web Push protocol: encrypted for the device, signed with our key. */
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

/** Whether it is a key that a push can be encrypted for: an uncompressed point of the curve. */
function isPoint(p256dh: string): boolean {
  try {
    return ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'base64url') === p256dh.replaceAll('=', '')
  } catch {
    return false
  }
}

/**
 * Answers the status. Redirects are not followed.
 * @throws where the endpoint leads to an address that may not be reached
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
        // Those that were checked: asked again, a name may lead elsewhere.
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

/** All of them must be fit: which one a connection takes is not ours to say. */
async function reachableAddresses(hostname: string, { resolve, mayReach }: Reach): Promise<Address[]> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  // Not within the connection: there nothing is looked up for what is an address already.
  const addresses = await resolve(host)
  if (addresses.length === 0 || !addresses.every(({ address }) => mayReach(address))) {
    throw new Error(`${host} leads to an address that is not on the public internet`)
  }
  return addresses
}

const hosts = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com']
const domains = ['.push.services.mozilla.com', '.notify.windows.com', '.push.apple.com']

/** The push services of the browsers that there are, at addresses of the public internet. */
export const publicInternet: Reach = {
  isKnownHost: (host) => hosts.includes(host) || domains.some((domain) => host.endsWith(domain)),
  port: 443,
  resolve: (host) => lookup(host, { all: true }),
  mayReach: isPublic,
}

/** Within IPv6 only this network is given out; what leads to IPv4 by way of it has ranges of its own. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** An address on the public internet; an IPv4 one written as IPv6 counts as what it is. */
export function isPublic(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(globalUnicast)
}
