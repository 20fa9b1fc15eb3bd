import ipaddr from 'ipaddr.js'

const bytesOfNetwork = 8

/**
 * What limits count as one address: an IPv4 address, also where IPv6 carries it, or an IPv6 network of 64 bits. A
 * household has at least one of those, and each of its devices takes as many addresses in it as it likes.
 */
export function countedAddress(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const network = parsed.toByteArray().fill(0, bytesOfNetwork)
  return `${ipaddr.fromByteArray(network)}/64`
}
