import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { parseEnv } from 'node:util'
import { answers, type Arrival } from '#lib/operations/transfer/arrivals'
import type { OtherCell } from '#lib/operations/transfer/move-between-cells'
import { SettingsError } from '#lib/settings-error'

/** What a process needs of its surroundings, and nothing of our own settings. */
const surroundings = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ', 'NODE_ENV', 'NODE_EXTRA_CA_CERTS']

function settingsIn(file: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new SettingsError(`The settings of the other cell: ${(error as Error).message}.`)
  }
}

/**
 * Starts a process with the settings of the cell `name`, which are in that file as in an `.env`, and
 * answers how to ask it. Throws a `SettingsError` when they are those of another one.
 */
export async function openOtherCell(
  name: string,
  file: string,
): Promise<OtherCell & { close(): void }> {
  const own = Object.fromEntries(surroundings.map((key) => [key, process.env[key]]))
  const program = path.join(import.meta.dirname, 'arrivals.ts')
  const child = spawn(process.execPath, [program], {
    env: {
      ...own,
      ...settingsIn(file),
      ROUNDS_SETTINGS_GIVEN: '1',
    } as unknown as NodeJS.ProcessEnv,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  const next = async (): Promise<unknown> => {
    const [line] = (await Promise.race([
      once(lines, 'line'),
      once(child, 'exit').then(() => []),
    ])) as [string?]
    if (line === undefined) throw new Error(`the process of the cell ${name} has ended`)
    const { answer, error } = JSON.parse(line) as { answer?: unknown; error?: string }
    if (error !== undefined) throw new SettingsError(`In the cell ${name}: ${error}`)
    return answer
  }
  const close = () => void child.stdin.end()
  child.stdin.on('error', () => undefined)
  const ask = async (asked: Arrival) => {
    const answered = next()
    child.stdin.write(`${JSON.stringify(asked)}\n`)
    return answers[asked.do].parse(await answered)
  }
  try {
    await next()
    const found = (await ask({ do: 'name' })) as { name: string | null }
    if (found.name !== name)
      throw new SettingsError(
        `${file} has the settings of the cell ${found.name ?? '(no CELL)'}, not of ${name}.`,
      )
  } catch (error) {
    close()
    throw error
  }
  return { ask: ask as OtherCell['ask'], close }
}
