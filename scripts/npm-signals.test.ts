import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { processIdentity } from '#lib/process-identity'

/**
 * Stands for the product: prints its flags and its process id, ticks, and stops like the product's
 * programs.
 */
const program = `import { onShutdown } from './on-shutdown.ts'
const ticking = setInterval(() => console.log('tick'), 50)
onShutdown(5000, async () => {
  clearInterval(ticking)
  console.log('stopped')
})
// Last, because a signal may follow at once.
console.log('flags ' + process.execArgv.join(' '))
console.log('pid ' + process.pid)`

let root = ''
const started: { child: ChildProcess; pid: number }[] = []

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'rounds-npm-'))
  for (const file of ['bootstrap', 'install', 'pinned-node'])
    cpSync(`scripts/${file}.mjs`, path.join(root, `scripts/${file}.mjs`))
  mkdirSync(path.join(root, 'lib/server'), { recursive: true })
  for (const file of ['on-shutdown.ts', 'memory-flags.mjs', 'compile-cache.mjs'])
    cpSync(`lib/server/${file}`, path.join(root, 'lib/server', file))
  for (const name of ['start', 'worker'])
    writeFileSync(path.join(root, `lib/server/${name}.ts`), program)
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object }
  writeFileSync(path.join(root, 'package.json'), JSON.stringify({ type: 'module', scripts }))
  writeFileSync(path.join(root, 'package-lock.json'), '{"packages":{}}')
  // Dependencies that count as installed, because the test only needs the pinned Node.
  mkdirSync(path.join(root, 'node_modules'))
  symlinkSync(path.resolve('node_modules/node'), path.join(root, 'node_modules/node'))
  const stamp = createHash('sha256').update(`${process.platform} ${process.arch}\n{"packages":{}}`)
  writeFileSync(path.join(root, 'node_modules/.rounds-installed'), stamp.digest('hex'))
})
afterEach(async () => {
  for (const { child, pid } of started.splice(0)) {
    for (const one of [pid, child.pid ?? 0]) if (processIdentity(one)) process.kill(one, 'SIGKILL')
  }
  rmSync(root, { recursive: true, force: true })
})

/** Runs `npm start` with the machine's npm, in its own process group; resolves when it runs. */
async function npmStart(command = 'npm', args = ['start'], more: Record<string, string> = {}) {
  // The machine's own programs, not those of this project.
  const PATH = (process.env.PATH ?? '').split(':').filter((one) => !one.includes('node_modules'))
  const { npm_lifecycle_event: _event, NODE_OPTIONS: _options, ...own } = process.env
  const env = { ...own, ...more, PATH: PATH.join(':') }
  const child = spawn(command, args, { cwd: root, env, detached: true, stdio: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()))
  const saysPid = () => Number(/^pid (\d+)$/m.exec(output)?.[1] ?? expect.fail(output))
  const pid = await vi.waitFor(saysPid, { timeout: 30_000 })
  started.push({ child, pid })
  return { npm: child.pid ?? 0, pid, ended, said: () => output }
}

/** When the pinned Node is first in PATH, npm runs the program in one process, else in two. */
const ways = [
  ['the machine’s Node', () => undefined],
  ['the pinned Node', () => symlinkSync('../node/bin', path.join(root, 'node_modules/.bin'))],
] as const

describe.each(ways)('with %s', (_name, prepare) => {
  beforeEach(prepare)

  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s to npm alone ends everything',
    async (signal) => {
      const { npm, pid, ended, said } = await npmStart()
      process.kill(npm, signal)
      await ended
      await vi.waitFor(() => expect(processIdentity(pid)).toBeUndefined(), { timeout: 10_000 })
      await vi.waitFor(() => expect(said()).toContain('stopped'), { timeout: 10_000 })
    },
    60_000,
  )

  test('Ctrl-C, which reaches npm and the program, stops both cleanly', async () => {
    const { npm, pid, ended, said } = await npmStart()
    process.kill(-npm, 'SIGINT')
    await ended
    await vi.waitFor(() => expect(processIdentity(pid)).toBeUndefined(), { timeout: 10_000 })
    await vi.waitFor(() => expect(said()).toContain('stopped'), { timeout: 10_000 })
  }, 60_000)

  test('a worker starts with memory sizes, which NODE_OPTIONS may override', async () => {
    const { said } = await npmStart('npm', ['run', 'worker'])
    expect(said()).toMatch(
      /^flags --max-semi-space-size=8 --initial-old-space-size=32 --heap-growing-percent=30 --max-old-space-size=1024$/m,
    )
    const own = { NODE_OPTIONS: '--max-old-space-size=600' }
    const other = await npmStart('npm', ['run', 'worker'], own)
    expect(other.said()).toMatch(
      /^flags --max-semi-space-size=8 --initial-old-space-size=32 --heap-growing-percent=30$/m,
    )
  }, 60_000)

  test('the end of the shell that started npm is not the end of the program', async () => {
    const { ended, said } = await npmStart('sh', ['-c', 'npm start & read line'])
    const [run] = started
    run?.child.stdin?.end()
    await ended
    const before = said().split('tick').length
    // Longer than the program takes to notice that its parent has ended.
    await vi.waitFor(() => expect(said().split('tick').length).toBeGreaterThan(before + 30), {
      timeout: 30_000,
    })
    expect(said()).not.toContain('stopped')
    process.kill(run?.pid ?? 0, 'SIGTERM')
    await vi.waitFor(() => expect(said()).toContain('stopped'), { timeout: 10_000 })
  }, 60_000)

  test('a killed npm ends the program too', async () => {
    const { npm, pid } = await npmStart()
    process.kill(npm, 'SIGKILL')
    await vi.waitFor(() => expect(processIdentity(pid)).toBeUndefined(), { timeout: 10_000 })
  }, 60_000)
})

test('no long-running script has a shell between npm and its program', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>
  }
  const short = ['typecheck', 'lint', 'format', 'format:check', 'generate', 'db:generate']
  const long = Object.entries(scripts).filter(([name]) => !short.includes(name))
  for (const [name, script] of long) expect(`${name}: ${script}`).toMatch(/: exec /)
})
