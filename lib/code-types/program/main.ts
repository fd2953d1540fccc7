import { serve } from '../../process-pool/serve.ts'
import { CodeTypes } from '../code-types.ts'
import type { TypesReply, TypesRequest } from '../messages.ts'

/**
 * The program of the processes that check types (types-kind.ts). It keeps nothing of a request: the
 * declarations of the sandbox are all that one check shares with the next.
 */

function faultsOf({ code, scope }: TypesRequest): TypesReply {
  const types = new CodeTypes()
  try {
    types.open(code, scope)
    const faults = types.problems().map(({ line, column, message }) => ({ line, column, message }))
    return { ok: true, faults }
  } catch (error) {
    // The checker calls itself for each level of the code.
    if (error instanceof RangeError) return { ok: false }
    throw error
  } finally {
    types.service.dispose()
  }
}

// It stays open, so that the declarations are read only once.
const first = new CodeTypes()
first.open('export default () => [1].map(String)', 'interface CodeInput {}')
first.problems()

await serve<TypesRequest>(async (request) => ({ reply: faultsOf(request) }))
