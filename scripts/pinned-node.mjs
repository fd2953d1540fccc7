/** Finds the Node that package.json pins. Plain JavaScript: see bootstrap.mjs. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

import { InstallError } from './install.mjs'

/**
 * The path of the pinned Node's program. Throws an `InstallError` when there is none and the
 * running Node is too old to replace it.
 */
export function pinnedNode(root) {
  const folder = path.join(root, 'node_modules/node')
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  if (process.versions.node === version) return process.execPath
  const program = path.join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (versionOf(program) === `v${version}`) return program

  // npm was told not to run install scripts, or there is no such Node for this machine.
  spawnSync(process.execPath, ['installArchSpecificPackage.js'], { cwd: folder, stdio: 'ignore' })
  if (versionOf(program) === `v${version}`) return program
  // Node runs TypeScript directly since 22.18, without a warning and with `import.meta.main` since
  // 24.
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath
  throw new InstallError(
    `Node ${version} could not be installed for this machine. Check the network and run the same command again, or use Node 24 or later.`,
  )
}

function versionOf(program) {
  return spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout?.trim()
}
