import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { chmodSync, createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { requireChromium } from '../scripts/chromium.ts'
import { startMailServer } from '../test/fakes/mail-server.ts'
import { startServer } from './server.ts'

/**
 * Starts the product as `npm start` does, with a data folder and a port of its own, and ends it
 * after the last test. With `E2E_MACHINES=1` it runs on three machines behind a proxy
 * (`machines.ts`).
 */
export default async function setup(): Promise<() => Promise<void>> {
  requireChromium()
  const [
    port,
    outsidePort,
    examplesPort,
    silentPort,
    idpPort,
    dnsPort,
    mailPort,
    webPort,
    tlsPort,
  ] = await freePorts(9)
  const mails = await receiveMails()
  const folder = mkdtempSync(path.join(tmpdir(), 'rounds-e2e-'))
  // Under root, Postgres runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o711)
  const settings = {
    HOST: '127.0.0.1',
    PORT: String(port),
    BASE_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    // A test may start servers of the outside world at these ports (`server.ts`).
    HTTP_ALLOW_PRIVATE: [
      ...[outsidePort, examplesPort, silentPort, idpPort, webPort].map(
        (outside) => `127.0.0.1:${outside}`,
      ),
      `localhost:${tlsPort}`,
    ].join(','),
    // A test may start a name server there.
    DNS_SERVERS: `127.0.0.1:${dnsPort}`,
    SMTP_URL: mails.smtpUrl,
    WORKER_LABELS: 'beside-the-emr,unbound',
    MAIL_IN_PORT: String(mailPort),
    MAIL_IN_DOMAIN: 'in.example.com',
    MAIL_IN_WEBHOOK_PASSWORD: 'a long password for received mails',
    SEED_OWNER_EMAIL: 'owner@example.com',
    SEED_OWNER_PASSWORD: 'a long password for tests',
    SEED_API_KEY: 'rk_e2e_0123456789abcdefghijklmnopqrstuv',
  }
  Object.assign(process.env, {
    E2E_BASE_URL: settings.BASE_URL,
    E2E_DATA_DIR: folder,
    E2E_EMAIL: settings.SEED_OWNER_EMAIL,
    E2E_PASSWORD: settings.SEED_OWNER_PASSWORD,
    E2E_API_KEY: settings.SEED_API_KEY,
    E2E_OUTSIDE_PORT: String(outsidePort),
    E2E_EXAMPLES_PORT: String(examplesPort),
    E2E_SILENT_PORT: String(silentPort),
    E2E_MAILS_URL: mails.url,
    E2E_IDP_PORT: String(idpPort),
    E2E_DNS_PORT: String(dnsPort),
    E2E_MAIL_IN_PORT: String(mailPort),
    E2E_WEB_PORT: String(webPort),
    E2E_TLS_PORT: String(tlsPort),
  })
  const {
    DATABASE_URL: _database,
    SECRET_KEY: _key,
    SMTP_URL: _smtp,
    OIDC_ISSUER: _issuer,
    ...own
  }: NodeJS.ProcessEnv = process.env
  const isSpread = process.env['E2E_MACHINES'] === '1'
  // The programs of journeys compute the passwords of the database by it.
  if (isSpread)
    process.env['SECRET_KEY'] = own['SECRET_KEY'] = 'a secret key for the journeys alone'
  const program = isSpread ? 'e2e/machines.ts' : 'lib/server/start.ts'
  const server = spawn(process.execPath, [program], {
    env: { ...own, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await started(server)
  return async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    await ended
    await mails.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Receives the mails of the product, and answers those to an address (`mails.ts`). */
async function receiveMails() {
  const smtp = await startMailServer()
  const { origin, close } = await startServer(0, ({ url = '' }, response) => {
    const to = new URL(url, origin).searchParams.get('to') ?? ''
    const found = smtp.received.filter(({ recipients }) => recipients.includes(to))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(found.map(({ mail: { subject, text } }) => ({ subject, text }))))
  })
  return {
    smtpUrl: smtp.url,
    url: origin,
    async close() {
      close()
      await smtp.close()
    },
  }
}

async function started(server: ChildProcess): Promise<void> {
  mkdirSync('test-results', { recursive: true })
  const file = createWriteStream('test-results/server.log')
  let output = ''
  await new Promise<void>((resolve, reject) => {
    server.once('exit', (code) =>
      reject(new Error(`The product did not start (it ended with ${code}).\n${output}`)),
    )
    for (const stream of [server.stdout, server.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        file.write(text)
        output = (output + text).slice(-10_000)
        if (output.includes('Rounds is running')) resolve()
      })
    }
  })
}

/**
 * Free ports that nothing takes until the journey that needs one begins: they lie below those that a
 * system gives to connections and to servers that name none.
 */
async function freePorts(count: number): Promise<number[]> {
  const free = new Set<number>()
  while (free.size < count) {
    const port = randomInt(15_000, 30_000)
    if (await isFree(port)) free.add(port)
  }
  return [...free]
}

/** For TCP and UDP. */
async function isFree(port: number): Promise<boolean> {
  const tcp = createServer()
  const udp = createSocket('udp4')
  try {
    tcp.listen(port, '127.0.0.1')
    await once(tcp, 'listening')
    udp.bind(port, '127.0.0.1')
    await once(udp, 'listening')
    return true
  } catch {
    return false
  } finally {
    tcp.close()
    udp.close()
  }
}
