import { stripTypeScriptTypes } from 'node:module'
import { parse } from 'acorn'
import type { AnyNode, Program } from 'acorn'
import { EvalFlags, JSException } from 'quickjs-wasi'
import type { CompileResult } from '../code-result.ts'
import type { Instance } from './engine.ts'
import { fileName } from './file-name.ts'

type Problem = Extract<CompileResult, { ok: false }>

const problem = (message: string, line = 1, column = 1): Problem => ({
  ok: false,
  message: message.slice(0, 500).toWellFormed(),
  line,
  column,
})

const functionKinds = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
])
const shape = 'export default async ({ start, steps }) => { … }'

/**
 * Finds the position, which Node reports only in the decorated stack: `:3`, then that source line
 * among its neighbours, and carets under the place.
 */
function stripProblem(error: Error, source: string): Problem {
  const [head = '', ...snippet] = (error.stack ?? '').split('\n')
  const line = Number(/^:(\d+)$/.exec(head)?.[1] ?? 1)
  const text = source.split('\n')[line - 1] ?? ''
  const under = snippet.find(
    (carets, index) => /^\s*\^+\s*$/.test(carets) && snippet[index - 1] === text,
  )
  // A place of several lines has no carets.
  const column = under ? under.indexOf('^') : text.search(/\S|$/)
  return problem(`${error.message.replace(/ in strip-only mode$/, '')}.`, line, column + 1)
}

function* children(node: AnyNode): Generator<AnyNode> {
  for (const value of Object.values(node)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (typeof item === 'object' && item !== null && typeof item.type === 'string')
        yield item as AnyNode
    }
  }
}

/** Finds the first import of any form without recursion, because the code may nest to any depth. */
function findImport(program: Program): AnyNode | undefined {
  const open: AnyNode[] = [program]
  for (let node = open.pop(); node; node = open.pop()) {
    if (
      node.type === 'ImportDeclaration' ||
      node.type === 'ImportExpression' ||
      node.type === 'ExportAllDeclaration'
    )
      return node
    if (node.type === 'ExportNamedDeclaration' && node.source) return node
    open.push(...[...children(node)].reverse())
  }
  return undefined
}

function exportProblem(program: Program): Problem | undefined {
  for (const node of program.body) {
    if (node.type === 'ExportNamedDeclaration') {
      const names = node.specifiers.map(({ exported }) =>
        exported.type === 'Identifier' ? exported.name : exported.value,
      )
      if (names.includes('default')) return undefined
    }
    if (node.type !== 'ExportDefaultDeclaration') continue
    const { declaration } = node
    const { line, column } = declaration.loc?.start ?? { line: 1, column: 0 }
    if ('generator' in declaration && declaration.generator)
      return problem('The default export must not be a generator (function*).', line, column + 1)
    // A name or a call may still be a function; the run reports when it is not.
    if (
      functionKinds.has(declaration.type) ||
      !/Literal|Class|Object|Array|Template/.test(declaration.type)
    )
      return undefined
    return problem(`The default export must be a function: ${shape}`, line, column + 1)
  }
  return problem(`The code needs a default export that is a function: ${shape}`)
}

/**
 * Strips the types of a customer's code and checks it, without running it. Spaces replace types, so
 * each line and column stays. The parsers can break on untrusted text (deep nesting breaks Node's
 * stripping for the life of the process), so this belongs in a runner; `poisoned` then says that
 * the runner must end.
 */
export function checkCode(
  source: string,
  instance: Instance,
): { result: CompileResult; poisoned: boolean } {
  const fine = (result: CompileResult) => ({ result, poisoned: false })
  const broken = { result: problem('The code is nested too deeply to be read.'), poisoned: true }
  let code: string
  try {
    code = stripTypeScriptTypes(source, { mode: 'strip' })
  } catch (error) {
    if (error instanceof SyntaxError) return fine(stripProblem(error, source))
    return broken
  }
  try {
    const program = parse(code, { ecmaVersion: 'latest', sourceType: 'module', locations: true })
    const imported = findImport(program)
    if (imported) {
      const { line, column } = imported.loc?.start ?? { line: 1, column: 0 }
      return fine(
        problem(
          'Imports are not available: the code must stand alone. Steps pass ' +
            'their data in as arguments.',
          line,
          column + 1,
        ),
      )
    }
    const wrong = exportProblem(program)
    if (wrong) return fine(wrong)
    // The engine that will run the code decides last.
    instance.vm.evalCode(code, fileName, EvalFlags.TYPE_MODULE | EvalFlags.COMPILE_ONLY)
    return fine({ ok: true, code })
  } catch (error) {
    instance.broken = true
    if (error instanceof SyntaxError && 'loc' in error) {
      const { line, column } = error.loc as { line: number; column: number }
      return fine(problem(`${error.message.replace(/ \(\d+:\d+\)$/, '')}.`, line, column + 1))
    }
    if (error instanceof JSException) {
      const [, line = '1', column = '1'] = /code\.ts:(\d+):(\d+)/.exec(error.stack ?? '') ?? []
      return fine(problem(error.message, Number(line), Number(column)))
    }
    return broken
  }
}
