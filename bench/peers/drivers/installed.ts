import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The version of a package that is installed below bench/peers; undefined when it is not. */
export function installedVersion(name: string, folder = '.'): string | undefined {
  const file = path.join(import.meta.dirname, '..', folder, 'node_modules', name, 'package.json')
  if (!existsSync(file)) return undefined
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

export const howToInstall = 'It is not installed: run `npm ci --prefix bench/peers`.'
