import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newVapidKeys, vapidKeysOf } from '#features/push/vapid.ts'
import { type FakePush, fakePush } from '#test/fake-push.ts'
import { isPublic, publicInternet, webPush } from './push-service.ts'

const vapid = { subject: 'mailto:a@example.org', publicKey: '', privateKey: '' }
let lookedUp = 0
const service = webPush(vapid, {
  ...publicInternet,
  resolve: (host) => {
    lookedUp += 1
    return publicInternet.resolve(host)
  },
})

const known = 'fcm.googleapis.com/fcm/send/x'
const hosts = [
  'localhost',
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0.0.0.0',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[fe80::1]',
  '[fd00::1]',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '224.0.0.1',
  '255.255.255.255',
  'metadata.google.internal',
  'example.org',
  'fcm.googleapis.com.evil.example',
  'evilfcm.googleapis.com',
  'xfcm.googleapis.com',
  'googleapis.com',
  'push.apple.com.evil.example',
  'evilpush.apple.com',
  'notify.windows.com',
  'evilnotify.windows.com',
  'services.mozilla.com',
  'fcm.googleapis.com.',
  'fcm。googleapis。com.evil.example',
  '%66cm.googleapis.com.evil.example',
  'ⓕcm.googleapis.com.evil.example',
]
const hostile = [
  ...hosts.flatMap((host) => [`https://${host}/x`, `https://${host}:443/x`]),
  `http://${known}`,
  `ws://${known}`,
  `ftp://${known}`,
  `https://fcm.googleapis.com:8443/x`,
  `https://fcm.googleapis.com:80/x`,
  `https://user@${known}`,
  `https://user:pass@${known}`,
  `https://fcm.googleapis.com@evil.example/x`,
  `https://evil.example/https://${known}`,
  `https://evil.example?${known}`,
  `https://evil.example#@${known}`,
  `//${known}`,
  known,
  'javascript:alert(1)',
  'file:///etc/passwd',
  'data:text/plain,x',
  '',
  ' ',
]

test('hostile endpoints are refused before their hosts are looked up', {
  tags: ['NOTIF-21'],
}, async () => {
  expect(hostile.length).toBeGreaterThanOrEqual(80)
  for (const endpoint of hostile) {
    expect(service.isKnown(endpoint), endpoint).toBe(false)
    expect(await service.send({ endpoint, p256dh: '', auth: '' }, {}), endpoint).toBe('refused')
  }
  expect(lookedUp).toBe(0)
})

test.each([
  `https://${known}`,
  'https://fcm.googleapis.com:443/x',
  'https://updates.push.services.mozilla.com/wpush/v2/x',
  'https://wns2-par02p.notify.windows.com/w/?token=x',
  'https://web.push.apple.com/x',
])('%s is a known endpoint', { tags: ['NOTIF-21'] }, (endpoint) => {
  expect(service.isKnown(endpoint)).toBe(true)
})

test.each([
  '0.0.0.0',
  '0.1.2.3',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.255',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '017700000001',
  '0177.0.0.1',
  '0300.0250.1.1',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::142.250.1.95',
  '64:ff9b:1::10.0.0.1',
  '100::1',
  '2001::1',
  '2001:0:7f00:1::',
  '2001:2::1',
  '2001:db8::1',
  '2001:20::1',
  '2002:7f00:1::',
  '2002:a00:1::1',
  '2002:8efa:15f::1',
  '3fff::1',
  '4000::1',
  '5f00::1',
  'fc00::1',
  'fd12::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'localhost',
  'example.org',
  '',
])('%j is not on the public internet', { tags: ['NOTIF-21'] }, (address) => {
  expect(isPublic(address)).toBe(false)
})

test.each([
  '1.1.1.1',
  '142.250.1.95',
  '172.15.0.1',
  '172.32.0.1',
  '192.169.0.1',
  '223.255.255.255',
  '::ffff:142.250.1.95',
  '2a00:1450:4001::5f',
  '2606:4700::1111',
])('%j is on the public internet', { tags: ['NOTIF-21'] }, (address) => {
  expect(isPublic(address)).toBe(true)
})

let push: FakePush
let keys: ReturnType<typeof vapidKeysOf>
beforeAll(async () => {
  push = await fakePush()
  keys = vapidKeysOf(await newVapidKeys(), 'a@example.org')
})
afterAll(() => push.close())

/** Without the list of known hosts, so that only the address is left to refuse. */
test.each([
  '127.0.0.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '127.1',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  'localhost',
])('%s is refused because of its address, before any connection', { tags: ['NOTIF-21'] }, async (host) => {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  }).listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const open = webPush(keys, { ...publicInternet, isKnownHost: () => true, port })
  const endpoint = `https://${host}:${port}/x`
  const target = { ...push.device('phone').keys, endpoint }
  await expect(open.send(target, { title: 'Hello' })).rejects.toThrow('public')
  expect(connections).toBe(0)
  server.close()
  await once(server, 'close')
})

test('a known host with one private address is not connected to, and is looked up only once', {
  tags: ['NOTIF-21'],
}, async () => {
  let asked = 0
  const twoFaced = webPush(keys, {
    ...push.reach,
    mayReach: isPublic,
    resolve: async () => {
      asked += 1
      return [
        { address: '142.250.1.95', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ]
    },
  })
  const { endpoint, keys: its } = push.device('phone')
  await expect(twoFaced.send({ endpoint, ...its }, { title: 'Hello' })).rejects.toThrow('public')
  expect([asked, push.asked]).toEqual([1, []])
})

test('a key that can’t be used for encryption is refused, and nothing is sent', {
  tags: ['NOTIF-21'],
}, async () => {
  const service = webPush(keys, push.reach)
  const { endpoint, keys: its } = push.device('tablet')
  const hybrid = Buffer.from(its.p256dh, 'base64url')
  hybrid[0] = 6
  for (const p256dh of ['B'.repeat(87), `BA${'B'.repeat(85)}`, hybrid.toString('base64url')]) {
    expect(await service.send({ endpoint, p256dh, auth: its.auth }, { title: 'Hello' }), p256dh).toBe(
      'refused',
    )
  }
  expect(push.asked).toEqual([])
  expect(await service.send({ endpoint, ...its }, { title: 'Hello' })).toBe('sent')
})
