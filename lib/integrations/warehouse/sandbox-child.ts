import { spawn, type ChildProcessByStdio } from 'node:child_process'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'

type Child = ChildProcessByStdio<Writable, Readable, Readable>
type Spare = { folder: string; child: Child; timer: NodeJS.Timeout }

const spareMs = 60_000
const place = Symbol.for('rounds.warehouse.sandbox.spare')
// On globalThis, because a bundler may load this module more than once.
const shared = globalThis as { [place]?: Spare | undefined }

function launch(folder: string): Child {
  // Inside a bundle `import.meta.url` does not lead here; the service starts in the project's folder.
  const program = path.join(process.cwd(), 'lib', 'integrations', 'warehouse', 'sandbox-runner.ts')
  // It knows nothing of ours: no environment, no database.
  return spawn(process.execPath, ['--no-warnings', '--max-old-space-size=256', program], { cwd: folder, env: {} as NodeJS.ProcessEnv, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true })
}

/** A spare never keeps the service alive; without the service its input ends, and so does it. */
function keepAlive(child: Child, keep: boolean): void {
  for (const handle of [child, child.stdin, child.stdout, child.stderr] as { ref?(): void; unref?(): void }[]) {
    if (keep) handle.ref?.()
    else handle.unref?.()
  }
}

/** Starts the process of the next query while nobody waits for it: that is most of the time a small query takes. It ends after a minute without a question. */
export function prepareSandboxChild(folder: string): void {
  if (shared[place]) return
  const child = launch(folder)
  const forget = () => {
    if (shared[place]?.child === child) shared[place] = undefined
  }
  const timer = setTimeout(() => {
    forget()
    child.kill('SIGKILL')
  }, spareMs)
  timer.unref()
  child.once('error', forget).once('exit', forget)
  child.stdin.on('error', () => undefined)
  keepAlive(child, false)
  shared[place] = { folder, child, timer }
}

/** A process of the sandbox warehouse, in `folder`, that has been asked nothing yet. */
export function takeSandboxChild(folder: string): Child {
  const spare = shared[place]
  if (spare?.folder !== folder) return launch(folder)
  shared[place] = undefined
  clearTimeout(spare.timer)
  keepAlive(spare.child, true)
  return spare.child
}
