import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { env } from '#lib/env'

/**
 * The demo's API key is kept beside the secret key, so that the curl line that every start prints
 * can read it.
 */
const keyFile = () => path.join(env().DATA_DIR, 'demo-api-key')

/** Where the demo's API key is, when this data folder made one. It may be deleted by now. */
export const demoApiKeyFile = (): string | null => (existsSync(keyFile()) ? keyFile() : null)

/** Keeps the demo's API key where only the operator reads it. */
export function writeDemoApiKey(key: string): void {
  writeFileSync(keyFile(), `${key}\n`, { mode: 0o600 })
}
