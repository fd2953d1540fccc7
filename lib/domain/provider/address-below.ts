/** A step upwards in a path, also with its dots or slashes written as percent codes. */
const upwards = /(?:^|[/\\]|%2f|%5c)(?:\.|%2e){2}(?:[/\\?#]|%2f|%5c|$)/i

/** Whether an address is the base address or lies below it. */
export function isBelow(baseUrl: string, address: string): boolean {
  if (!URL.canParse(baseUrl) || !URL.canParse(address) || upwards.test(address)) return false
  const base = new URL(baseUrl)
  const { origin, pathname, username, password } = new URL(address)
  const folder = base.pathname.replace(/\/*$/, '/')
  return (
    origin === base.origin &&
    username + password === '' &&
    (pathname === base.pathname || pathname.startsWith(folder))
  )
}

/**
 * The address of a path below a base address, such as `/patients?page=2`. Undefined for whatever
 * leads elsewhere: another host, a whole address, a path upwards.
 */
export function addressBelow(baseUrl: string, path: string): string | undefined {
  if (!URL.canParse(baseUrl)) return undefined
  const { origin, pathname } = new URL(baseUrl)
  if (/^[a-z][a-z0-9+.-]*:|^[/\\]{2}|\\/i.test(path)) return undefined
  const rest = path.replace(/^\//, '')
  const base = rest === '' || /^[?#]/.test(rest) ? pathname : pathname.replace(/\/*$/, '/')
  const address = `${origin}${base}${rest}`
  return isBelow(baseUrl, address) ? new URL(address).href : undefined
}
