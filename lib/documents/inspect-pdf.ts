import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import path from 'node:path'
import type { PdfInspection } from './inspect-pdf-runner.ts'

const deadlineMs = 10_000
/** Inspections at a time in this process; the others wait. */
const places = 2
const largestReply = 1024 * 1024

type Places = { taken: number; waiting: (() => void)[] }
const place = Symbol.for('rounds.documents.inspect-pdf')
// On globalThis, because a bundler may load this module more than once.
const shared = globalThis as { [place]?: Places }

/** What the process may read under Node's permission model: programs, and nothing of ours. No writing, no other programs. */
function readable(): string[] {
  const modules = path.join(process.cwd(), 'node_modules')
  const folders = [path.join(process.cwd(), 'lib', 'documents'), modules, realpathSync(modules)]
  return [...new Set(folders)].map((folder) => `--allow-fs-read=${folder}${path.sep}*`).concat(`--allow-fs-read=${path.join(process.cwd(), 'package.json')}`)
}

function ask(bytes: Uint8Array): Promise<PdfInspection> {
  const { promise, resolve, reject } = Promise.withResolvers<PdfInspection>()
  // Inside a bundle `import.meta.url` does not lead here; the service starts in the project's folder.
  const program = path.join(process.cwd(), 'lib', 'documents', 'inspect-pdf-runner.ts')
  const flags = ['--no-warnings', '--permission', '--allow-worker', ...readable(), '--max-old-space-size=256']
  const child = spawn(process.execPath, [...flags, program], { env: {} as NodeJS.ProcessEnv, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true })
  const chunks: Buffer[] = []
  let size = 0
  let errors = ''
  let began = false
  const timer = setTimeout(() => child.kill('SIGKILL'), deadlineMs)
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > largestReply) child.kill('SIGKILL')
    else chunks.push(chunk)
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (errors = (errors + chunk).slice(0, 2000)))
  // Writing to a process that just died: its end says all there is to say.
  child.stdin.on('error', () => undefined)
  child.once('spawn', () => (began = true))
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

/**
 * Takes a PDF of strangers apart in a process of its own, with ten seconds and 600 MB: how many pages, how large (as seen, in points), which blank; or that it
 * is encrypted, or no readable PDF (also: truncated, too costly to read).
 */
export async function inspectPdf(bytes: Uint8Array): Promise<PdfInspection> {
  const state = (shared[place] ??= { taken: 0, waiting: [] })
  if (state.taken >= places) await new Promise<void>((resolve) => state.waiting.push(resolve))
  else state.taken++
  try {
    return await ask(bytes)
  } finally {
    const next = state.waiting.shift()
    if (next) next()
    else state.taken--
  }
}
