import type { Actor } from '#lib/auth/actor'
import { listWorkflows } from '#lib/operations/workflows/list-workflows'

/** The most that one read answers. */
const limit = 200
const mostPages = 25

/** The workflows that a person sees, for a filter to choose from; at most 5,000. */
export async function workflowChoices(actor: Actor): Promise<{ slug: string; name: string }[]> {
  const all: { slug: string; name: string }[] = []
  let cursor: string | undefined
  for (let page = 0; page < mostPages; page++) {
    const { items, nextCursor } = await listWorkflows(actor, {
      limit,
      ...(cursor === undefined ? {} : { cursor }),
    })
    all.push(...items.map(({ slug, name }) => ({ slug, name })))
    if (nextCursor === null) break
    cursor = nextCursor
  }
  return all
}
