/**
 * Installs the dependencies when they are missing, incomplete or not those of package-lock.json.
 * Plain JavaScript: see bootstrap.mjs.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** A problem, as a sentence for the person at the terminal. */
export class InstallError extends Error {}

export async function ensureInstalled(root) {
  const lockfile = readFileSync(path.join(root, 'package-lock.json'), 'utf8')
  const wanted = createHash('sha256')
    .update(`${process.platform} ${process.arch}\n${lockfile}`)
    .digest('hex')
  const stamp = path.join(root, 'node_modules/.rounds-installed')
  if (readIfThere(stamp) === wanted) return
  // A developer's own `npm install` counts as well.
  if (!isComplete(root, JSON.parse(lockfile))) await alone(root, () => install(root, stamp, wanted))
  writeFileSync(stamp, wanted)
}

/**
 * npm writes node_modules/.package-lock.json last, when everything is in place: an install that was
 * killed leaves none, or an old one.
 */
function isComplete(root, lockfile) {
  const text = readIfThere(path.join(root, 'node_modules/.package-lock.json'))
  if (!text) return false
  const installed = JSON.parse(text).packages
  return Object.entries(lockfile.packages).every(
    ([folder, { version, optional, devOptional, integrity }]) => {
      if (folder === '') return true
      const found = installed[folder]
      if (!found) return Boolean(optional || devOptional)
      return (
        found.version === version &&
        found.integrity === integrity &&
        existsSync(path.join(root, folder, 'package.json'))
      )
    },
  )
}

async function install(root, stamp, wanted) {
  if (readIfThere(stamp) === wanted) return
  const half = existsSync(path.join(root, 'node_modules'))
  say(
    half
      ? 'The installed dependencies are incomplete or not those of this version: installing them anew …'
      : 'Installing dependencies (once, about a minute) …',
  )
  rmSync(stamp, { force: true })
  const began = Date.now()
  const ticking = setInterval(
    () => say(`  still installing (${Math.round((Date.now() - began) / 1000)} s)`),
    15_000,
  )
  try {
    await npmCi(root)
  } finally {
    clearInterval(ticking)
  }
  writeFileSync(stamp, wanted)
  say(`Dependencies installed in ${Math.round((Date.now() - began) / 1000)} s.`)
}

async function npmCi(root) {
  // npm tries each of 500 packages several times before it gives up: five minutes to report a
  // missing network. So one request checks the network first.
  const ping = await npm(root, [
    'ping',
    '--fetch-retries=1',
    '--fetch-retry-mintimeout=1000',
    '--fetch-timeout=10000',
  ])
  const unreachable = networkError.exec(ping.errors)
  // Development dependencies too, for any NODE_ENV, because `npm start` and `npm test` share the
  // folder.
  const args = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    ...(unreachable ? ['--offline'] : []),
  ]
  const { code, errors } = await npm(root, args)
  if (code === 0) return
  const cause = unreachable ?? networkError.exec(errors)
  if (cause) {
    const address =
      /https?:\/\/[^\s/]+/.exec(unreachable ? ping.errors : errors)?.[0] ?? 'the package registry'
    throw new InstallError(
      `Dependencies could not be installed: ${address} cannot be reached (${cause[0]}). Check the network or \`npm config get registry\`, then run the same command again.`,
    )
  }
  const lines = errors
    .split('\n')
    .filter((line) => line.startsWith('npm error'))
    .slice(0, 8)
  throw new InstallError(
    `Dependencies could not be installed (npm ci ended with ${code}).\n${lines.join('\n') || errors.trim()}`,
  )
}

const networkError =
  /\b(ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)\b/

function npm(root, args) {
  const own = process.env.npm_execpath
  const [program, first] = own?.endsWith('.js')
    ? [process.execPath, [own]]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []]
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...first, ...args, '--loglevel=error'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: program === 'npm.cmd',
    })
    let errors = ''
    child.stderr.setEncoding('utf8').on('data', (text) => {
      errors += text
    })
    child.on('error', (error) =>
      reject(
        new InstallError(
          `npm could not be started (${error.message}). Install npm, then try again.`,
        ),
      ),
    )
    child.on('close', (code) => resolve({ code, errors }))
  })
}

/**
 * Two commands at once on a fresh clone must not install into the same folder, so the second waits
 * for the first.
 */
async function alone(root, work) {
  const lock = path.join(root, '.cache/install.lock')
  mkdirSync(path.dirname(lock), { recursive: true })
  let told = false
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const holder = Number(readIfThere(lock))
    if (holder && !isAlive(holder)) rmSync(lock, { force: true })
    else if (!told) say('Another command is installing the dependencies: waiting for it …')
    told = true
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  try {
    await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function say(sentence) {
  process.stdout.write(`${sentence}\n`)
}
