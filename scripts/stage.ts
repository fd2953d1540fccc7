import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'

/**
 * `failures` are repeated at the end, for people who read only the last lines of a log, and so are
 * the tests that passed only when they were played again (`unsteady`).
 */
export type Result = {
  passed: number
  failed: number
  output?: string
  failures?: string[]
  unsteady?: string[]
}
export type Stage = {
  name: string
  run(): Promise<Result>
  /** Minutes after our start, from which it is left out and named so. */
  notAfter?: number
}

const running = new Set<ChildProcess>()

/** The programs of a stage end with us, for every way in which we end. */
function endAll(): void {
  for (const child of running) child.kill('SIGTERM')
  process.exit(1)
}

const keptLines = 12

/**
 * Runs a program of the pinned Node to its end. With `show` its lines are written as they come,
 * behind this word, because those of another program may come between them; the last
 * ones are kept.
 */
export async function runNode(
  args: string[],
  options: { show?: string; env?: Record<string, string> } = {},
): Promise<{ code: number; output: string; lastLines: string }> {
  const env = {
    ...process.env,
    FORCE_COLOR: options.show && process.stdout.isTTY ? '1' : '0',
    ...options.env,
  }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  child.once('close', () => running.delete(child))
  let output = ''
  const last: string[] = []
  for (const input of [child.stdout, child.stderr])
    if (options.show)
      createInterface({ input }).on('line', (line) => {
        write(`${options.show} │ ${line}`)
        last.push(line)
        if (last.length > keptLines) last.shift()
      })
    else
      input.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
  return await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      resolve({ code: code ?? 1, output, lastLines: last.join('\n  ') }),
    )
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
 * Runs the stages in their order, independent of their results, and ends with the one line `N
 * passed, N failed`. The stages of a list run two at a time: none of them uses two processors.
 */
export async function runStages(stages: (Stage | Stage[])[]): Promise<void> {
  // Our parent process has ended.
  process.once('disconnect', endAll)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, endAll)
  process.channel?.unref()
  const results: { name: string; result: Result }[] = []
  for (const one of stages) {
    const waiting = [one].flat()
    const runNext = async (): Promise<void> => {
      for (let stage = waiting.shift(); stage; stage = waiting.shift())
        results.push({ name: stage.name, result: await runStage(stage, Array.isArray(one)) })
    }
    await Promise.all([runNext(), runNext()])
  }
  const sum = (count: (result: Result) => number): number =>
    results.reduce((total, { result }) => total + count(result), 0)
  const broken = results
    .filter(({ result }) => result.failed > 0)
    .flatMap(({ name, result }) => [
      name,
      ...(result.failures ?? []).map((failure) => `  ${failure}`),
    ])
  const unsteady = results.flatMap(({ result }) => result.unsteady ?? [])
  const failed = sum((result) => result.failed)
  if (unsteady.length > 0)
    write(`\nUnsteady, passed when played again:\n  ${unsteady.join('\n  ')}`)
  write(broken.length > 0 ? `\nFailed:\n${broken.join('\n')}` : '')
  write(`${sum((result) => result.passed)} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}

/** `besideOthers`: its heading comes with its result, so that the lines of two are not mixed. */
async function runStage({ name, run, notAfter }: Stage, besideOthers: boolean): Promise<Result> {
  if (!besideOthers) write(`\n── ${name}`)
  const minutes = process.uptime() / 60
  if (notAfter !== undefined && minutes > notAfter) {
    write(`   ${name}: left out, because the others took ${minutes.toFixed(0)} minutes`)
    return { passed: 0, failed: 0 }
  }
  const began = Date.now()
  const result = await run().catch((error: unknown): Result => ({
    passed: 0,
    failed: 1,
    output: String(error),
  }))
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  write(
    [
      ...(besideOthers ? [`\n── ${name}`] : []),
      ...(result.output ? [result.output.trimEnd()] : []),
      `   ${name}: ${result.passed} passed, ${result.failed} failed (${seconds} s)`,
    ].join('\n'),
  )
  return result
}

function write(text: string): void {
  process.stdout.write(`${text}\n`)
}
