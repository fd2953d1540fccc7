import { upperFirst } from './sentences.ts'
import { isBuiltInRole } from './statuses.ts'

/** The name of a role, as people read it; `own` is the name of the organization's own role. */
export const roleName = (slug: string, own?: string | null): string =>
  isBuiltInRole(slug) ? upperFirst(slug) : (own ?? slug)
