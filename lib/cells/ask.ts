import { z } from 'zod'
import { ownClaim, type Claim } from './claims.ts'
import { askHeader, askPath, isQuestion, signQuestion } from './internal-call.ts'
import type { Cell } from './own-cell.ts'
import type { Shown } from './shown-by.ts'

const withinMs = 2000

const claimSchema = z.object({
  claim: z
    .object({
      cell: z.string(),
      organizationId: z.string().nullable(),
      epoch: z.number().nullable(),
    })
    .nullable(),
})

/** Asks another cell whether it knows what was shown. Throws when it does not answer. */
export async function askCell(cell: Cell, shown: Shown): Promise<Claim | undefined> {
  const body = JSON.stringify({ kind: shown.kind, value: shown.value })
  const response = await fetch(new URL(askPath, cell.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', [askHeader]: signQuestion(cell.name, body) },
    body,
    signal: AbortSignal.timeout(withinMs),
    redirect: 'error',
  })
  if (!response.ok) throw new Error(`the cell ${cell.name} answered ${response.status}`)
  return claimSchema.parse(await response.json()).claim ?? undefined
}

/**
 * The answer to a question of another cell; undefined when no cell asks, who is told what anybody is
 * told about an address that there is not.
 */
export async function answerCell(
  own: string,
  header: string | string[] | undefined,
  body: string,
): Promise<{ claim: Claim | null } | undefined> {
  if (!isQuestion(header, own, body)) return undefined
  return { claim: (await ownClaim(own, JSON.parse(body) as Shown)) ?? null }
}
