import { isLoopbackHost } from '#lib/client-address'
import type { Finding } from '#lib/contracts/instance/installation'
import { env } from '#lib/env'
import { fine, warning, type Check } from './finding.ts'

const about = 'Settings'

function addressFinding(): Finding {
  const { BASE_URL, hasBaseUrl } = env()
  const { hostname, protocol } = new URL(BASE_URL)
  if (isLoopbackHost(hostname))
    return warning(
      about,
      `${hasBaseUrl ? 'BASE_URL leads' : 'Without BASE_URL links lead'} to ${BASE_URL}, which only this machine reaches.`,
      'Set BASE_URL to the address that people use, before anybody else works with it.',
    )
  if (protocol === 'http:')
    return warning(
      about,
      `BASE_URL is ${BASE_URL}: passwords and patient data travel unencrypted.`,
      'Put a proxy with TLS before the service and set BASE_URL to its https address.',
    )
  return fine(about, `People reach the service at ${BASE_URL}.`)
}

function proxyFinding(): Finding[] {
  const { BASE_URL, TRUSTED_PROXIES } = env()
  if (!BASE_URL.startsWith('https:') || TRUSTED_PROXIES !== 0) return []
  return [
    warning(
      about,
      'BASE_URL is https, so a proxy stands before the service, but TRUSTED_PROXIES is 0: limits ' +
        'and the audit log see the proxy instead of people.',
      'Set TRUSTED_PROXIES to the number of proxies in front, or to their networks.',
    ),
  ]
}

/** Settings that let the service start and still are not right for others than one person. */
export const settingsCheck: Check = {
  about,
  look: async () => {
    const { METRICS_TOKEN, SMTP_URL } = env()
    return [
      addressFinding(),
      ...proxyFinding(),
      METRICS_TOKEN
        ? fine(about, 'Metrics are open to who has METRICS_TOKEN.')
        : warning(
            about,
            'METRICS_TOKEN is not set, so no monitoring can read /api/metrics.',
            'Set METRICS_TOKEN, and load the alert rules of docs/operations.',
          ),
      ...(SMTP_URL
        ? []
        : [
            warning(
              about,
              'SMTP_URL is not set: invitations, links for passwords and reminders are not mailed.',
              'Set SMTP_URL to your mail server.',
            ),
          ]),
    ]
  },
}
