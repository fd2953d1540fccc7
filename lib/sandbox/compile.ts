import type { CompileResult } from './code-result.ts'
import { CompiledCodeCache } from './compiled-code.ts'
import { codePool, type CodeAnswer, type CodePool } from './code-kind.ts'
import { limits } from './limits.ts'

const compiled = new CompiledCodeCache()
const refused = (message: string): CompileResult => ({ ok: false, message, line: 1, column: 1 })

/**
 * Compiles a customer's TypeScript to the JavaScript that `runCode` takes, without running it:
 * strips the types (lines and columns stay), and checks that it parses, imports nothing and has a
 * default export that can be a function.
 *
 * This is asynchronous because a runner does it: some thousand nested brackets break Node's own
 * stripping for the rest of the process's life, and no parser of untrusted text should share a
 * process with sessions and keys. Compiled code is cached per organization, so that a run does not
 * compile its steps again.
 */
export async function compileTypeScript(
  source: string,
  options: { organizationId?: string; pool?: CodePool } = {},
): Promise<CompileResult> {
  if (Buffer.byteLength(source) > limits.sourceBytes)
    return refused('The code is larger than 256 KiB.')
  const { organizationId = 'compile', pool = codePool() } = options
  const known = compiled.get(organizationId, source)
  if (known) return known
  const request = { type: 'compile' as const, source }
  const answer = await pool.ask({ request, organizationId, timeoutMs: limits.compileMs })
  if (answer.type !== 'reply' || answer.reply.type !== 'compile') {
    return {
      ...refused(messages[answer.type]),
      ...(answer.type === 'died' ? {} : { again: true as const }),
      ...(notStarted.has(answer.type) ? { notStarted: true as const } : {}),
    }
  }
  const { result } = answer.reply
  if (result.ok) compiled.set(organizationId, source, result.code)
  return result
}

const notStarted: ReadonlySet<CodeAnswer['type']> = new Set(['busy', 'not_started', 'aborted'])

const messages: Record<CodeAnswer['type'], string> = {
  reply: 'The code could not be checked. Try again.',
  deadline: 'The code takes too long to read. Make it simpler.',
  aborted: 'The service is about to end. Try again.',
  died: 'The code is nested too deeply to be read.',
  memory: 'The code needs too much memory to be read. Make it simpler.',
  busy: 'Too much code of your organization waits to be checked. Try again in a moment.',
  not_started: 'The code could not be checked: the process for it does not start. Try again later.',
}
