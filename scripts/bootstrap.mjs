/**
 * What every command goes through first: `node scripts/bootstrap.mjs <command>`. Makes sure that
 * the dependencies are complete, then runs the command with the Node that package.json pins. Plain
 * JavaScript on Node's own modules, for Node 20 and later: nothing is installed yet when it runs.
 */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { useCompileCache } from '../lib/server/compile-cache.mjs'
import { memoryEnvironment, memoryFlags } from '../lib/server/memory-flags.mjs'
import { ensureInstalled, InstallError } from './install.mjs'
import { pinnedNode } from './pinned-node.mjs'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

/** Each command's program, and what it needs on the command line of Node. */
const commands = {
  start: 'lib/server/start.ts',
  dev: 'lib/server/dev.ts',
  web: 'lib/server/web.ts',
  worker: 'lib/server/worker.ts',
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
  // Its sizes can only be given to a process that begins.
  const flags = ['web', 'worker'].includes(command) ? memoryFlags() : []
  if (node === process.execPath && flags.length === 0) {
    process.argv = [node, entry, ...args]
    // What it would hear from us as a process of its own.
    whenNpmIsGone(() => process.emit('disconnect'))
    await import(pathToFileURL(entry).href)
  } else {
    runWith(node, [...flags, entry, ...args])
  }
}

/**
 * Hands over: terminal, signals and exit code are the program's, and the channel tells it should we
 * be killed.
 */
function runWith(node, args) {
  // npm has put the machine's node first; what the program starts should be the pinned one too.
  const env = {
    ...process.env,
    ...memoryEnvironment(),
    PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}`,
  }
  const child = spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env })
  // The terminal sends Ctrl-C to both of us, npm to us alone; a second SIGINT would mean "at once".
  // So the child is asked by the end of its channel, which means the same however often it comes.
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
 * The scripts of package.json begin with `exec`, so npm is our parent and hands its signals to us
 * (a shell between us would wait for our end without a word). Killed hard it hands on nothing:
 * so we look whether our parent is still the same.
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
