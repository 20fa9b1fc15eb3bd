import ipaddr from 'ipaddr.js'

const bytesOfNetwork = 8

/**
 * Returns what limits count as one address: an IPv4 address, also if written as IPv6, or an IPv6 network of 64 bits. A
 * household has at least one of those, and each of its devices takes any number of addresses in it.
 */
export function countedAddress(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const network = parsed.toByteArray().fill(0, bytesOfNetwork)
  return `${ipaddr.fromByteArray(network)}/64`
}
