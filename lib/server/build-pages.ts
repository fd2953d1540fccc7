import { ensureBuilt } from './build.ts'
import { useCompileCache } from './compile-cache.mjs'
import { fillCompileCache } from './fill-compile-cache.ts'
import { runEntry } from './run-entry.ts'
import { say } from './say.ts'

/**
 * `npm run build`: builds the pages ahead of the first start, for an image or a machine on which the
 * service may not write its own folder.
 */
runEntry(async () => {
  Object.assign(process.env, { NODE_ENV: 'production' })
  useCompileCache(process.cwd())
  if (await ensureBuilt()) await fillCompileCache()
  else say('The pages of these sources are built already.')
})
