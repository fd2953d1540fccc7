import { realpathSync } from 'node:fs'
import path from 'node:path'

/**
 * The environment contains nothing of ours: no keys, no database address, no NODE_OPTIONS. (Next
 * declares that every environment has NODE_ENV.)
 */
export const noEnvironment = {} as NodeJS.ProcessEnv

/** The user and group `nobody` of every Linux: it owns no files and no processes. */
export const nobody = { uid: 65534, gid: 65534 }

/** Project folders that `nobody` cannot read, as found at the first start. */
const unreadable = new Set<string>()

/** Whether `nobody` can run programs of the project at `root`, as far as known. */
export const canBeNobody = (root: string): boolean =>
  process.getuid?.() === 0 && !unreadable.has(root)

/** Makes programs of the project at `root` run as the service's own user from now on. */
export function keepOwnUser(root: string): void {
  unreadable.add(root)
}

/**
 * Node's flags that deny files, programs and add-ons. Only the named folders and files of the
 * project at `root` may be read, also where links lead.
 */
export function readPermissions(root: string, readable: readonly string[]): string[] {
  const paths = readable.map((each) => path.join(root, each))
  const real = [...new Set(paths.flatMap((each) => [each, realpathSync(each)]))]
  const allowed = real.flatMap((each) => [each, `${each}${path.sep}*`])
  return ['--permission', ...allowed.map((each) => `--allow-fs-read=${each}`)]
}
