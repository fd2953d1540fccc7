import ipaddr from 'ipaddr.js'

/** True for an address of the public internet: everything private, local, reserved or wrapped (mapped IPv4, NAT64, 6to4, Teredo) is not. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const parsed = ipaddr.parse(text)
  const address = parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() ? parsed.toIPv4Address() : parsed
  return address.range() === 'unicast'
}
