import { spawn, type ChildProcess } from 'node:child_process'

/** `failures` are repeated at the end, for people who read only the last lines of a log. */
export type Result = { passed: number; failed: number; output?: string; failures?: string[] }
export type Stage = { name: string; run(): Promise<Result> }

const running = new Set<ChildProcess>()

/** The programs of a stage end with us, for every way in which we end. */
function endAll(): void {
  for (const child of running) child.kill('SIGTERM')
  process.exit(1)
}

/** Runs a program of the pinned Node to its end. `show` lets it write to the terminal itself. */
export async function runNode(
  args: string[],
  options: { show?: boolean; env?: Record<string, string> } = {},
): Promise<{ code: number; output: string }> {
  const env = {
    ...process.env,
    FORCE_COLOR: options.show && process.stdout.isTTY ? '1' : '0',
    ...options.env,
  }
  const child = spawn(process.execPath, args, {
    env,
    stdio: ['ignore', options.show ? 'inherit' : 'pipe', options.show ? 'inherit' : 'pipe'],
  })
  running.add(child)
  child.once('close', () => running.delete(child))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  return await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** A check that counts as one test: it passes when the program ends with 0. */
export function commandStage(name: string, ...args: string[]): Stage {
  return {
    name,
    async run() {
      const { code, output } = await runNode(args)
      return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, output }
    },
  }
}

/**
 * Runs the stages one after the other, independent of their results, and ends with the one line `N
 * passed, N failed`.
 */
export async function runStages(stages: Stage[]): Promise<void> {
  // Our parent process has ended.
  process.once('disconnect', endAll)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, endAll)
  process.channel?.unref()
  const total = { passed: 0, failed: 0 }
  const broken: string[] = []
  for (const { name, run } of stages) {
    write(`\n── ${name}`)
    const began = Date.now()
    const {
      passed,
      failed,
      output,
      failures = [],
    } = await run().catch((error: unknown): Result => ({
      passed: 0,
      failed: 1,
      output: String(error),
    }))
    if (output) write(output.trimEnd())
    write(
      `   ${name}: ${passed} passed, ${failed} failed (${((Date.now() - began) / 1000).toFixed(1)} s)`,
    )
    total.passed += passed
    total.failed += failed
    if (failed > 0) broken.push(name, ...failures.map((failure) => `  ${failure}`))
  }
  write(broken.length > 0 ? `\nFailed:\n${broken.join('\n')}` : '')
  write(`${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed > 0 ? 1 : 0
}

function write(text: string): void {
  process.stdout.write(`${text}\n`)
}
