import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Gives Next the configuration that the build has written, as the server of Next's `standalone`
 * output does. Otherwise each web process reads next.config.ts again, and loads Next's native
 * compiler for that: 25 MB.
 */
export function useConfigOfBuild(): void {
  const file = path.resolve('.next/required-server-files.json')
  const { config } = JSON.parse(readFileSync(file, 'utf8')) as { config: object }
  process.env['__NEXT_PRIVATE_STANDALONE_CONFIG'] = JSON.stringify(config)
}
