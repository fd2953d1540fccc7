import { once } from 'node:events'
import { connect } from 'node:tls'
import { countOf } from '#lib/domain/count-of'
import { env } from '#lib/env'
import { openTransport } from '../mails/sender/smtp-transport.ts'
import { fine, problem, warning, type Check } from './finding.ts'

const timeoutMs = 5000
const dayMs = 86_400_000

/** The mail server answers and takes our password. */
export const mailCheck: Check = {
  about: 'Mail',
  look: async () => {
    const { SMTP_URL } = env()
    if (!SMTP_URL) return []
    const { host } = new URL(SMTP_URL)
    const transport = await openTransport(undefined, SMTP_URL, [], timeoutMs)
    try {
      await transport.verify()
      return [fine('Mail', `The mail server ${host} answers and lets us in.`)]
    } catch (error) {
      const code = (error as { code?: string }).code ?? 'no answer'
      return [
        problem(
          'Mail',
          `The mail server ${host} cannot be used (${code}); mails wait and are tried again.`,
          'Check SMTP_URL, the firewall and the mail server.',
        ),
      ]
    } finally {
      transport.close()
    }
  },
}

/** When the certificate of an address ends; `fault` says why a browser would refuse it. */
export async function readCertificate(
  address: string,
): Promise<{ endsAt: Date; fault: string | undefined }> {
  const { hostname, port } = new URL(address)
  // A certificate that is not trusted is read all the same: that is what is asked.
  const socket = connect({
    host: hostname,
    port: Number(port || 443),
    servername: hostname,
    rejectUnauthorized: false,
    timeout: timeoutMs,
  })
  socket.once('timeout', () => socket.destroy(new Error('no answer')))
  try {
    await once(socket, 'secureConnect')
    const { valid_to: ends } = socket.getPeerCertificate()
    const fault = socket.authorized ? undefined : String(socket.authorizationError)
    return { endsAt: new Date(ends), fault }
  } finally {
    socket.destroy()
  }
}

/** The certificate of BASE_URL is trusted and does not end soon. */
export const certificateCheck: Check = {
  about: 'Certificate',
  look: async () => {
    const about = 'Certificate'
    const { BASE_URL } = env()
    if (!BASE_URL.startsWith('https:')) return []
    const renew = 'Renew it where TLS ends: the proxy before the service.'
    try {
      const { endsAt, fault } = await readCertificate(BASE_URL)
      const days = Math.floor((endsAt.getTime() - Date.now()) / dayMs)
      if (days < 0) return [problem(about, `The certificate of ${BASE_URL} has ended.`, renew)]
      const says = `The certificate of ${BASE_URL} ends in ${countOf(days, 'day')}.`
      const end = days < 14 ? warning(about, says, renew) : fine(about, says)
      if (fault === undefined) return [end]
      const distrust = `This machine does not trust the certificate (${fault}).`
      return [warning(about, distrust, 'Serve the whole chain.'), end]
    } catch (error) {
      const code = (error as { code?: string }).code ?? 'no answer'
      return [
        warning(
          about,
          `${BASE_URL} cannot be reached from this machine (${code}), so its certificate is not known.`,
          'Check BASE_URL and the proxy. Behind some firewalls this is normal.',
        ),
      ]
    }
  },
}
