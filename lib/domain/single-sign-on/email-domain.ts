/** Labels of a host name in ASCII (RFC 1123 §2.1), at least two, 253 characters at most. */
const hostName =
  /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/**
 * A domain in the form in which it is stored and compared: lower case, ASCII (punycode), without a
 * final dot. Undefined for anything that is no host name.
 */
export function normalDomain(text: string): string | undefined {
  const given = text.trim().toLowerCase().replace(/\.$/, '')
  // Only letters, digits, hyphens and dots: whatever else URL would tidy up is refused.
  if (!/^[\p{L}\p{N}\p{M}.-]+$/u.test(given) || !URL.canParse(`http://${given}/`)) return undefined
  const { hostname } = new URL(`http://${given}/`)
  return hostName.test(hostname) ? hostname : undefined
}

/** The domain of an e-mail address, as `normalDomain` writes it; undefined without exactly one. */
export function domainOf(email: string): string | undefined {
  const parts = email.split('@')
  return parts.length === 2 && parts[0] !== '' ? normalDomain(parts[1] ?? '') : undefined
}

/**
 * Domains under which anybody registers names, and those of free mail: nobody's own. The DNS proof
 * alone would refuse them too; this says so at once.
 */
const shared = new Set(
  [
    'gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com icloud.com me.com',
    'aol.com proton.me protonmail.com gmx.com gmx.de web.de mail.com zoho.com yandex.com qq.com',
    'co.uk org.uk ac.uk gov.uk nhs.uk com.au org.au net.au co.nz org.nz co.jp or.jp com.br com.mx',
    'co.in com.cn com.sg com.hk co.za co.kr github.io herokuapp.com azurewebsites.net onmicrosoft.com',
  ].flatMap((line) => line.split(' ')),
)

/** Whether this domain can be one organization's own. */
export const isOwnable = (domain: string): boolean => !shared.has(domain)

/** The name of the TXT record that proves a domain. */
export const challengeName = (domain: string): string => `_rounds-challenge.${domain}`
