/**
 * What every command goes through first: `node scripts/bootstrap.mjs <command>`. Makes sure that the dependencies are complete, then runs the command
 * with the Node that package.json pins. Plain JavaScript on Node's own modules, for Node 20 and later: nothing is installed yet when it runs.
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

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
  if (!program) throw new InstallError(`There is no command "${command}". The commands are: ${Object.keys(commands).join(', ')}.`)
  if (Number.parseInt(process.versions.node, 10) < 20) throw new InstallError(`Rounds needs Node 20 or later; this is ${process.version}.`)
  process.chdir(root)
  await ensureInstalled(root)
  const node = pinnedNode(root)
  const entry = path.join(root, program)
  if (node === process.execPath) {
    process.argv = [node, entry, ...args]
    // What it would hear from us as a process of its own.
    whenNpmIsGone(() => process.emit('disconnect'))
    await import(pathToFileURL(entry).href)
  } else {
    runWith(node, [entry, ...args])
  }
}

/** Hands over: terminal, signals and exit code are the program's, and the channel tells it should we be killed. */
function runWith(node, args) {
  // npm has put the machine's node first; what the program starts should be the pinned one too.
  const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}` }
  const child = spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env })
  // The terminal sends Ctrl-C to both of us: only what is sent to us alone is passed on.
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  whenNpmIsGone(() => child.connected && child.disconnect())
  child.on('error', (error) => fail(new InstallError(`${node} could not be started (${error.message}). Delete node_modules and try again.`)))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}

/**
 * npm hands a signal to the shell between us, which ends without a word to us; killed hard, it hands on nothing. So we look whether our ancestors
 * are still the same.
 */
function whenNpmIsGone(end) {
  if (!process.env.npm_lifecycle_event) return
  const before = ancestors()
  const looking = setInterval(() => {
    if (ancestors() === before) return
    clearInterval(looking)
    end()
  }, 500)
  looking.unref()
}

function ancestors() {
  const parent = process.ppid
  try {
    // proc(5): behind the command's name in parentheses come the state and the parent.
    return `${parent} ${readFileSync(`/proc/${parent}/stat`, 'utf8').split(')').at(-1).split(' ')[2]}`
  } catch {
    return String(parent)
  }
}

function fail(error) {
  process.stderr.write(`${error instanceof InstallError ? error.message : (error?.stack ?? error)}\n`)
  process.exit(1)
}

main().catch(fail)
