import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type MailServer = {
  url: string
  /** `sender` is that of the envelope. */
  received: { sender: string; recipients: string[]; raw: string; mail: Email }[]
  /** Answers the mails that it holds. */
  letGo(): void
  close(): Promise<void>
}

/**
 * An SMTP server on 127.0.0.1 that reads what it is sent. It refuses recipients called `nobody` and
 * `gone` (with a status) for good and `busy` for now, and takes no mail without `password` when one is
 * given. With `hold` it answers for no mail before `letGo`.
 */
export async function startMailServer({
  port = 0,
  password,
  hold = false,
}: { port?: number; password?: string; hold?: boolean } = {}): Promise<MailServer> {
  const held = Promise.withResolvers<void>()
  if (!hold) held.resolve()
  const received: MailServer['received'] = []
  const refusal = (message: string, responseCode: number) =>
    Object.assign(new Error(message), { responseCode })
  const server = new SMTPServer({
    disabledCommands: password === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) =>
      auth.password === password
        ? done(null, { user: auth.username })
        : done(refusal('wrong password', 535)),
    onRcptTo({ address }, _session, done) {
      if (address.startsWith('nobody@')) return done(refusal('no such user', 550))
      if (address.startsWith('gone@')) return done(refusal('5.1.1 no such user', 550))
      if (address.startsWith('busy@')) return done(refusal('try again later', 451))
      done()
    },
    onData(stream, session, done) {
      const receive = async () => {
        const raw = await text(stream)
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          sender: mailFrom ? mailFrom.address : '',
          recipients: rcptTo.map(({ address }) => address),
          raw,
          mail: await PostalMime.parse(raw),
        })
        await held.promise
        done()
      }
      void receive()
    },
  })
  // A sender that is killed while it sends a mail.
  server.on('error', () => undefined)
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const user = password === undefined ? '' : `user:${password}@`
  return {
    url: `smtp://${user}127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    letGo: () => held.resolve(),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
