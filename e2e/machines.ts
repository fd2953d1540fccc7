import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { startMachines } from '../bench/support/machines.ts'

/**
 * The product of the journeys on three machines behind a proxy, in place of one `npm start`: its
 * settings are this program's environment. With `E2E_CELLS=2` it has two clusters, and every second
 * request comes to a web process of the one that does not know the journeys' organizations. Ends by
 * SIGTERM.
 */
const dataDir = process.env['DATA_DIR'] ?? ''
const names = [
  'PORT',
  'SECRET_KEY',
  'LOG_LEVEL',
  'HTTP_ALLOW_PRIVATE',
  'DNS_SERVERS',
  'SMTP_URL',
  'WORKER_LABELS',
  'MAIL_IN_PORT',
  'MAIL_IN_DOMAIN',
  'MAIL_IN_WEBHOOK_PASSWORD',
  'SEED_OWNER_EMAIL',
  'SEED_OWNER_PASSWORD',
  'SEED_API_KEY',
]
const given = names.map((name) => [name, process.env[name] ?? ''] as const)
const machines = await startMachines(
  Object.fromEntries(given.filter(([, value]) => value)),
  process.env['E2E_CELLS'] === '2' ? 2 : 1,
)
// Where the programs of journeys look for the database, and journeys of a second cell for its key.
for (const [number, { name, databaseUrl, demoKey }] of machines.cells.entries()) {
  const folder = number === 0 ? dataDir : path.join(dataDir, name)
  mkdirSync(folder, { recursive: true })
  const { password, port } = new URL(databaseUrl)
  writeFileSync(path.join(folder, 'postgres.json'), JSON.stringify({ password, port }))
  writeFileSync(path.join(folder, 'demo-api-key'), demoKey)
}
process.on('SIGTERM', () => {
  process.stdout.write(machines.logged())
  void machines.stop().then(() => process.exit(0))
})
process.stdout.write(`Rounds is running on three machines at ${machines.origin}.\n`)
