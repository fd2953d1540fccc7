/**
 * Every command starts here: `node scripts/bootstrap.mjs <command>`. It makes sure that the
 * dependencies are complete, then runs the command with the Node that package.json pins. Plain
 * JavaScript on Node's own modules, for Node 20 and later, because nothing is installed yet when it
 * runs.
 */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { useCompileCache } from '../lib/server/compile-cache.mjs'
import { memoryEnvironment, memoryFlags } from '../lib/server/memory-flags.mjs'
import { ensureInstalled, InstallError } from './install.mjs'
import { pinnedNode } from './pinned-node.mjs'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

/** Each command's program, and its flags on Node's command line. */
const commands = {
  start: 'lib/server/start.ts',
  dev: 'lib/server/dev.ts',
  web: 'lib/server/web.ts',
  worker: 'lib/server/worker.ts',
  build: 'lib/server/build-pages.ts',
  migrate: 'lib/server/migrate.ts',
  'mail-receiver': 'lib/server/mail-receiver.ts',
  unlock: 'lib/server/unlock.ts',
  doctor: 'lib/server/doctor.ts',
  'rotate-key': 'lib/server/rotate-key.ts',
  organizations: 'lib/server/organizations.ts',
  'move-files': 'lib/server/move-files.ts',
  backup: 'lib/server/backup.ts',
  restore: 'lib/server/restore.ts',
  'restore-check': 'lib/server/restore-check.ts',
  test: 'scripts/test.ts',
  check: 'scripts/check.ts',
}

async function main() {
  const [command = '', ...args] = process.argv.slice(2)
  const program = Object.hasOwn(commands, command) ? commands[command] : undefined
  if (!program)
    throw new InstallError(
      `There is no command "${command}". The commands are: ${Object.keys(commands).join(', ')}.`,
    )
  if (Number.parseInt(process.versions.node, 10) < 20)
    throw new InstallError(`Rounds needs Node 20 or later; this is ${process.version}.`)
  process.chdir(root)
  await ensureInstalled(root)
  const node = pinnedNode(root)
  const entry = path.join(root, program)
  if (program.startsWith('lib/server/')) useCompileCache(root)
  // Its memory sizes can only be set when a process starts.
  const flags = ['web', 'worker'].includes(command) ? memoryFlags() : []
  if (node === process.execPath && flags.length === 0) {
    process.argv = [node, entry, ...args]
    // A process of its own would receive the same messages from us.
    whenNpmIsGone(() => process.emit('disconnect'))
    await import(pathToFileURL(entry).href)
  } else {
    runWith(node, [...flags, entry, ...args])
  }
}

/**
 * Runs the program with our terminal, signals and exit code; the channel tells it when we are
 * killed.
 */
function runWith(node, args) {
  // npm has put the machine's Node first in PATH; child processes of the program should be the
  // pinned one too.
  const env = {
    ...process.env,
    ...memoryEnvironment(),
    PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}`,
  }
  const child = spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env })
  // The terminal sends Ctrl-C to both processes, npm only to us; a second SIGINT would mean "at
  // once". So the end of the channel stops the child, which means the same however often it comes.
  process.on('SIGINT', () => child.connected && child.disconnect())
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  whenNpmIsGone(() => child.connected && child.disconnect())
  child.on('error', (error) =>
    fail(
      new InstallError(
        `${node} could not be started (${error.message}). Delete node_modules and try again.`,
      ),
    ),
  )
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}

/**
 * The scripts of package.json start with `exec`, so npm is our parent and passes its signals on to
 * us (a shell in between would silently wait for our end). A killed npm passes nothing on, so this
 * checks whether our parent is still the same.
 */
function whenNpmIsGone(end) {
  if (!process.env.npm_lifecycle_event) return
  const npm = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(looking)
    end()
  }, 500)
  looking.unref()
}

function fail(error) {
  process.stderr.write(
    `${error instanceof InstallError ? error.message : (error?.stack ?? error)}\n`,
  )
  process.exit(1)
}

main().catch(fail)
