import ipaddr from 'ipaddr.js'

/**
 * All ranges that IANA has assigned to the public internet so far; others are local, wrapped
 * (IPv4-compatible, NAT64) or unassigned.
 */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * True for an address of the public internet; false for private, local, reserved or wrapped ones
 * (mapped IPv4, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const parsed = ipaddr.parse(text)
  const address =
    parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() ? parsed.toIPv4Address() : parsed
  return (
    address.range() === 'unicast' &&
    (address instanceof ipaddr.IPv4 || address.match(globalUnicast))
  )
}
