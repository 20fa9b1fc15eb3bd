import { expect, test } from 'vitest'
import { countedAddress } from './client-address.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:CB00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['::1', '::/64'],
  ['unknown', 'unknown'],
])('limits count %s as %s', (address, counted) => {
  expect(countedAddress(address)).toBe(counted)
})

test('addresses in one network count as one, addresses in two networks don’t', () => {
  expect(countedAddress('2001:db8:1:2:ffff::1')).toBe(countedAddress('2001:db8:1:2::1'))
  expect(countedAddress('2001:db8:1:3::1')).not.toBe(countedAddress('2001:db8:1:2::1'))
})
