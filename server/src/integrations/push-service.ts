import { lookup } from 'node:dns'
import { request } from 'node:https'
import { BlockList, type LookupFunction } from 'node:net'
import { buildPushPayload, type VapidKeys } from '@block65/webcrypto-web-push'

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
  send(target: PushTarget, message: Record<string, string>): Promise<Delivery>
}

/** How endpoints are reached; tests have a push service of their own. */
export interface Reach {
  isKnownHost(host: string): boolean
  port: number
  lookup: LookupFunction
  ca?: string
}

/** Seconds that a push service keeps a message for a device that is off. */
const keptFor = 86_400
/** Milliseconds for the whole exchange. */
const patience = 10_000

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
      if (!isKnown(endpoint)) return 'refused'
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

/** Answers the status. Redirects are not followed. */
function post(
  endpoint: string,
  headers: Record<string, string>,
  body: Uint8Array,
  { lookup: find, ca }: Reach,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(patience)
    const sent = request(
      endpoint,
      { method: 'POST', headers, lookup: find, signal, agent: false, ...(ca && { ca }) },
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

const hosts = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com']
const domains = ['.push.services.mozilla.com', '.notify.windows.com', '.push.apple.com']

/** The push services of the browsers that there are, at addresses that are not of our own network. */
export const publicInternet: Reach = {
  isKnownHost: (host) => hosts.includes(host) || domains.some((domain) => host.endsWith(domain)),
  port: 443,
  // Judged where the connection is made: a name may lead elsewhere from one moment to the next.
  lookup: (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, [])
      const isPrivate = addresses.some(({ address, family }) => isOwn(address, family))
      if (isPrivate) return done(new Error(`${host} leads into a private network`), [])
      if (options.all) return done(null, addresses)
      const [first] = addresses
      done(first ? null : new Error(`${host} has no address`), first?.address ?? '', first?.family)
    })
  },
}

const privateNetworks = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  privateNetworks.addSubnet(network, bits, 'ipv4')
}
for (const [network, bits] of [
  ['::', 128],
  ['::1', 128],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  privateNetworks.addSubnet(network, bits, 'ipv6')
}

/** An address that is not out on the internet, an IPv4 one in the clothes of IPv6 included. */
export function isOwn(address: string, family: number): boolean {
  return privateNetworks.check(address, family === 6 ? 'ipv6' : 'ipv4')
}
