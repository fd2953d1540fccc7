import ipaddr from 'ipaddr.js'

/**
 * All that IANA has given out for the public internet so far; what lies outside is local, wrapped
 * (IPv4-compatible, NAT64) or unassigned.
 */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * True for an address of the public internet: everything private, local, reserved or wrapped
 * (mapped IPv4, NAT64, 6to4, Teredo) is not.
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
