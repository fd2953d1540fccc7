import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { env } from '#lib/env'

/**
 * The demo's API key is stored beside the secret key, so that every start can print a curl line
 * with it.
 */
const keyFile = () => path.join(env().DATA_DIR, 'demo-api-key')

/**
 * The file of the demo's API key, when this data folder created one. The key may be deleted by now.
 */
export const demoApiKeyFile = (): string | null => (existsSync(keyFile()) ? keyFile() : null)

/** Stores the demo's API key where only the operator can read it. */
export function writeDemoApiKey(key: string): void {
  writeFileSync(keyFile(), `${key}\n`, { mode: 0o600 })
}
