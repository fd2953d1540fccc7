import { sql } from 'drizzle-orm'
import { asyncResults } from '#db/schema/async-results'
import { countOf } from '#lib/domain/count-of'
import type { AsyncResultView } from '#lib/domain/run/async-result'
import { newId } from '#lib/ids'
import { defineOperation } from '../define-operation.ts'
import { asyncResultView } from './async-result-view.ts'

type Input = { description?: string | undefined; timeoutSeconds?: number | undefined }

/**
 * Creates an async result. A caller completes it (`completeAsyncResult`), or a sleep does.
 */
export const createAsyncResult = defineOperation<Input, AsyncResultView>({
  name: 'createAsyncResult',
  permission: 'async-results:manage',
  audit: ({ output }) => ({
    action: 'async-result.created',
    objectKind: 'async-result',
    objectId: output.id,
  }),
  async run({ actor, input: { description, timeoutSeconds }, tx }) {
    const limit =
      timeoutSeconds === undefined
        ? {}
        : {
            dueAt: sql`now() + make_interval(secs => ${timeoutSeconds})`,
            dueOutcome: {
              status: 'failed' as const,
              error: {
                code: 'timed_out',
                message: `The async result was not completed within ${countOf(timeoutSeconds, 'second')}.`,
              },
            },
          }
    const [row] = await tx
      .insert(asyncResults)
      .values({
        id: newId(),
        organizationId: actor.organizationId,
        kind: 'manual',
        description: description ?? null,
        createdBy: actor.name,
        createdById: actor.id,
        ...limit,
      })
      .returning()
    if (!row) throw new Error('the async result was not written')
    return await asyncResultView(row)
  },
})
