import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { CompletionItem } from './code-help.ts'

/**
 * Completes dotted names one part at a time: after `steps.` the ids, after `steps.lookup.output.`
 * its fields.
 */
export function completePaths(
  context: CompletionContext,
  items: CompletionItem[],
): CompletionResult | null {
  const word = context.matchBefore(/[\w$][\w$.?]*/)
  if (!word && !context.explicit) return null
  const typed = (word?.text ?? '').replaceAll('?.', '.')
  const end = typed.lastIndexOf('.')
  const parent = end === -1 ? '' : typed.slice(0, end)
  const options = childrenOf(items, parent)
  if (options.length === 0) return null
  return {
    from: context.pos - (typed.length - end - 1),
    options: options.map(({ name, item }) => ({
      label: name,
      type: item ? 'property' : 'namespace',
      detail: item?.detail ?? '',
      info: item?.info,
    })),
    validFor: /^[\w$]*$/,
  }
}

/** The names one level below `parent`, each once; `item` is set when the path itself is one. */
function childrenOf(
  items: CompletionItem[],
  parent: string,
): { name: string; item: CompletionItem | undefined }[] {
  const prefix = parent === '' ? '' : `${parent}.`
  const found = new Map<string, CompletionItem | undefined>()
  for (const item of items) {
    if (!item.path.startsWith(prefix)) continue
    const [name, ...rest] = item.path.slice(prefix.length).split('.')
    if (!name) continue
    if (rest.length === 0) found.set(name, item)
    else if (!found.has(name)) found.set(name, undefined)
  }
  return [...found].map(([name, item]) => ({ name, item }))
}
