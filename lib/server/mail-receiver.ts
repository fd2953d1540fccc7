import { readFileSync } from 'node:fs'

import { closeDatabase } from '#db/client'
import { env } from '#lib/env'
import { log } from '#lib/log'
import {
  isReportAddress,
  receiveDeliveryReport,
} from '#lib/operations/mails/receive-delivery-report'
import { mailDomain } from '#lib/operations/received-mails/addresses'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { SettingsError } from '#lib/settings-error'
import { startTelemetry } from '#lib/telemetry'

import { connectDatabase } from './database/connect-database.ts'
import { startMailServer } from './mail/mail-server.ts'
import { onShutdown } from './on-shutdown.ts'
import { requireAddress } from './require-address.ts'
import { runEntry } from './run-entry.ts'

/** Reads the certificate for STARTTLS; undefined when none is set. */
function certificateOf({ MAIL_IN_TLS_CERT, MAIL_IN_TLS_KEY }: ReturnType<typeof env>) {
  if (MAIL_IN_TLS_CERT === undefined || MAIL_IN_TLS_KEY === undefined) return undefined
  const read = () => ({
    cert: readFileSync(MAIL_IN_TLS_CERT),
    key: readFileSync(MAIL_IN_TLS_KEY),
  })
  try {
    read()
  } catch {
    throw new SettingsError(
      'The files of MAIL_IN_TLS_CERT and MAIL_IN_TLS_KEY cannot be read. Correct the paths, or ' +
        'leave both out to receive mails without encryption.',
    )
  }
  return read
}

function listenError(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') return error
  const why = error.code === 'EACCES' ? 'may not be used by this user' : 'is in use'
  return new SettingsError(
    `Port ${port} for mails ${why}. Set MAIL_IN_PORT to another one, such as 2525, and let the ` +
      'firewall lead port 25 there.',
  )
}

/** The process that receives mails by SMTP; `npm start` runs it where MAIL_IN_PORT is set. */
runEntry(async () => {
  requireAddress({ isDemo: false })
  const settings = env()
  const { MAIL_IN_PORT, MAIL_IN_HOST, HOST } = settings
  if (MAIL_IN_PORT === undefined)
    throw new SettingsError('Set MAIL_IN_PORT to the port at which mails are received.')
  const telemetry = await startTelemetry('mail')
  await connectDatabase(Infinity)
  const server = await startMailServer({
    port: MAIL_IN_PORT,
    host: MAIL_IN_HOST ?? HOST,
    domain: mailDomain(),
    tls: certificateOf(settings),
    reports: { isReportAddress, receive: receiveDeliveryReport },
  }).catch((error: unknown) => {
    throw listenError(error as NodeJS.ErrnoException, MAIL_IN_PORT)
  })
  log.info({ port: server.port }, 'mails are received')
  process.send?.('ready')
  onShutdown(8000, async () => {
    await server.stop()
    await stopProcessPools()
    await closeDatabase()
    await telemetry.stop()
  })
})
