import { registerHooks, type ResolveHookSync } from 'node:module'
import { pathToFileURL } from 'node:url'

/**
 * Node resolves a package anew in each file that imports it, and reads the list of what the package
 * exports again: 180 kB for `drizzle-orm`, in some hundred files. That is a third of the time that
 * the service takes to load. Our own files all mean the same module by a name, so it is kept.
 */
const root = pathToFileURL(process.cwd()).href
const resolved = new Map<string, ReturnType<ResolveHookSync>>()

registerHooks({
  resolve(specifier, context, next) {
    const isOurs =
      context.parentURL?.startsWith(root) && !context.parentURL.includes('/node_modules/')
    if (!isOurs || /^[./]|:/.test(specifier)) return next(specifier, context)
    const key = `${context.conditions.join()} ${specifier}`
    const known = resolved.get(key)
    if (known) return known
    const found = next(specifier, context)
    resolved.set(key, { ...found, shortCircuit: true })
    return found
  },
})
