/**
 * Node's compile cache for what runs as the service's user. Without it each process holds Node's
 * TypeScript compiler, 17 MB, for as long as it lives, and starts a second later. Processes of the
 * pools do not get it: no process that meets strangers' input may write what another one executes.
 * Plain JavaScript, because scripts/bootstrap.mjs needs it before anything is installed.
 */
import module from 'node:module'
import path from 'node:path'

/**
 * Uses the cache from here on, in this process and in those that it starts.
 * @param {string} root The project's root.
 */
export function useCompileCache(root) {
  process.env.NODE_COMPILE_CACHE ??= path.join(root, '.cache', 'compiled')
  // Node 20, which only starts the pinned Node, has no compile cache.
  module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE)
}
