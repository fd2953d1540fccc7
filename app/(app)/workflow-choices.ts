import type { Actor } from '#lib/auth/actor'
import { itemsOfAllPages } from '#lib/domain/all-pages'
import { listWorkflows } from '#lib/operations/workflows/list-workflows'

/** The workflows that a person sees, for a filter to choose from. */
export async function workflowChoices(actor: Actor): Promise<{ slug: string; name: string }[]> {
  const workflows = await itemsOfAllPages((page) => listWorkflows(actor, page))
  return workflows.map(({ slug, name }) => ({ slug, name }))
}
