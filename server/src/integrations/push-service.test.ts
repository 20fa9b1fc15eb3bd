import { expect, test } from 'vitest'
import { isOwn, publicInternet, webPush } from './push-service.ts'

const vapid = { subject: 'mailto:a@example.org', publicKey: '', privateKey: '' }
let lookedUp = 0
const service = webPush(vapid, {
  ...publicInternet,
  lookup: (...args) => {
    lookedUp += 1
    publicInternet.lookup(...args)
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

test('NOTIF-21 hostile endpoints are not known here, and no connection is made to them', async () => {
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
])('NOTIF-21 %s is', (endpoint) => {
  expect(service.isKnown(endpoint)).toBe(true)
})

test.each([
  ['127.0.0.1', 4, true],
  ['10.1.2.3', 4, true],
  ['169.254.169.254', 4, true],
  ['::1', 6, true],
  ['::ffff:10.0.0.1', 6, true],
  ['fd12::1', 6, true],
  ['fe80::1', 6, true],
  ['142.250.1.95', 4, false],
  ['2a00:1450:4001::5f', 6, false],
])('NOTIF-21 %s is of one’s own network: %s %s', (address, family, expected) => {
  expect(isOwn(address, family)).toBe(expected)
})

test('NOTIF-21 a known name that leads into a private network is not connected to', async () => {
  const lookup = (host: string) =>
    new Promise<Error | null>((resolve) =>
      publicInternet.lookup(host, { all: true }, (error) => resolve(error)),
    )
  expect((await lookup('localhost'))?.message).toContain('private network')
})
