import { realpathSync } from 'node:fs'
import path from 'node:path'

/**
 * Nothing of ours: no keys, no database address, no NODE_OPTIONS. (Next declares that every
 * environment has NODE_ENV.)
 */
export const noEnvironment = {} as NodeJS.ProcessEnv

/** The user and group `nobody` of every Linux: no files, no processes of anyone. */
export const nobody = { uid: 65534, gid: 65534 }

/** Project folders that `nobody` cannot read, found out at the first start. */
const unreadable = new Set<string>()

/** Whether programs of the project at `root` can be given to `nobody`, as far as is known. */
export const canBeNobody = (root: string): boolean =>
  process.getuid?.() === 0 && !unreadable.has(root)

/** From now on programs of the project at `root` run as the service's own user. */
export function keepOwnUser(root: string): void {
  unreadable.add(root)
}

/**
 * Node's flags that refuse files, programs and add-ons, except for reading the named folders and
 * files of the project at `root` (where links lead, too).
 */
export function readPermissions(root: string, readable: readonly string[]): string[] {
  const paths = readable.map((each) => path.join(root, each))
  const real = [...new Set(paths.flatMap((each) => [each, realpathSync(each)]))]
  const allowed = real.flatMap((each) => [each, `${each}${path.sep}*`])
  return ['--permission', ...allowed.map((each) => `--allow-fs-read=${each}`)]
}
