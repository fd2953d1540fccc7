import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import type { PdfInspection } from './inspect-pdf-runner.ts'

const deadlineMs = 10_000
/** Inspections at a time in this process; the others wait. */
const places = 2
const largestReply = 1024 * 1024
/** How long a process waits for the next PDF. */
const spareMs = 60_000
/** How many outcomes are known, and for how long. */
const mostKnown = 200
const knownMs = 60_000

type Child = ChildProcessByStdio<Writable, Readable, Readable>
type Spare = { child: Child; timer: NodeJS.Timeout }
type State = { taken: number; waiting: (() => void)[]; spare: Spare | undefined; known: Map<string, Promise<PdfInspection>> }
const place = Symbol.for('rounds.documents.inspect-pdf')
// On globalThis, because a bundler may load this module more than once.
const shared = globalThis as { [place]?: State }

/** What the process may read under Node's permission model: programs, and nothing of ours. No writing, no other programs. */
function readable(): string[] {
  const modules = path.join(process.cwd(), 'node_modules')
  const folders = [path.join(process.cwd(), 'lib', 'documents'), modules, realpathSync(modules)]
  return [...new Set(folders)].map((folder) => `--allow-fs-read=${folder}${path.sep}*`).concat(`--allow-fs-read=${path.join(process.cwd(), 'package.json')}`)
}

function launch(): Child {
  // Inside a bundle `import.meta.url` does not lead here; the service starts in the project's folder.
  const program = path.join(process.cwd(), 'lib', 'documents', 'inspect-pdf-runner.ts')
  const flags = ['--no-warnings', '--permission', '--allow-worker', ...readable(), '--max-old-space-size=256']
  const child = spawn(process.execPath, [...flags, program], { env: {} as NodeJS.ProcessEnv, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true })
  // Writing to a process that just died: its end says all there is to say.
  child.stdin.on('error', () => undefined)
  return child
}

/** A spare never keeps the service alive; without the service its input ends, and so does it. */
function keepService(child: Child, keep: boolean): void {
  for (const handle of [child, child.stdin, child.stdout, child.stderr] as { ref?(): void; unref?(): void }[]) {
    if (keep) handle.ref?.()
    else handle.unref?.()
  }
}

/** Starts the process of the next PDF while nobody waits for it: that is most of the time a letter's PDF takes. */
function prepareSpare(state: State): void {
  if (state.spare) return
  const child = launch()
  const forget = () => {
    if (state.spare?.child !== child) return
    clearTimeout(state.spare.timer)
    state.spare = undefined
  }
  child.once('error', forget).once('exit', forget)
  keepService(child, false)
  const timer = setTimeout(() => {
    forget()
    child.kill('SIGKILL')
  }, spareMs)
  timer.unref()
  state.spare = { child, timer }
}

function take(state: State): Child {
  const { spare } = state
  if (!spare) return launch()
  state.spare = undefined
  clearTimeout(spare.timer)
  keepService(spare.child, true)
  return spare.child
}

function ask(child: Child, bytes: Uint8Array): Promise<PdfInspection> {
  const { promise, resolve, reject } = Promise.withResolvers<PdfInspection>()
  const chunks: Buffer[] = []
  let size = 0
  let errors = ''
  // No process id: it could not be started.
  const began = child.pid !== undefined
  const timer = setTimeout(() => child.kill('SIGKILL'), deadlineMs)
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > largestReply) child.kill('SIGKILL')
    else chunks.push(chunk)
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (errors = (errors + chunk).slice(0, 2000)))
  child.once('error', (error) => {
    clearTimeout(timer)
    reject(error)
  })
  child.once('close', (code, signal) => {
    clearTimeout(timer)
    try {
      resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')) as PdfInspection)
    } catch {
      // Ended for its time or its memory, or it ran out of its heap: the PDF is at fault. Anything else is a fault of ours.
      if (began && (signal !== null || code === 134 || code === 5)) resolve({ type: 'unreadable' })
      else reject(new Error(`The inspection of a PDF gave no answer (code ${code}): ${errors.trim()}`))
    }
  })
  child.stdin.end(bytes)
  return promise
}

/** One after the other where there are many, each in a process that has seen no other PDF. */
async function inspect(state: State, bytes: Uint8Array): Promise<PdfInspection> {
  if (state.taken >= places) await new Promise<void>((resolve) => state.waiting.push(resolve))
  else state.taken++
  try {
    return await ask(take(state), bytes)
  } finally {
    const next = state.waiting.shift()
    if (next) next()
    else {
      state.taken--
      prepareSpare(state)
    }
  }
}

/**
 * Takes a PDF of strangers apart in a process of its own, with ten seconds and 600 MB: how many pages, how large (as seen, in points), which blank; or that it
 * is encrypted, or no readable PDF (also: truncated, too costly to read). The same bytes again within a minute, as of a request that is repeated, are not read again.
 */
export async function inspectPdf(bytes: Uint8Array): Promise<PdfInspection> {
  const state = (shared[place] ??= { taken: 0, waiting: [], spare: undefined, known: new Map() })
  const key = createHash('sha256').update(bytes).digest('base64')
  const known = state.known.get(key)
  if (known) return await known
  const found = inspect(state, bytes)
  state.known.set(key, found)
  const forget = () => state.known.get(key) === found && state.known.delete(key)
  const [oldest] = state.known.keys()
  if (oldest !== undefined && state.known.size > mostKnown) state.known.delete(oldest)
  setTimeout(forget, knownMs).unref()
  try {
    const inspection = await found
    // That it could not be read may have been for want of time.
    if (inspection.type === 'unreadable') forget()
    return inspection
  } catch (error) {
    forget()
    throw error
  }
}
