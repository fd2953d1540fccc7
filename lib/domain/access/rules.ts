import { z } from 'zod'

/**
 * Access rules (specification 5.3): who may do what with a workflow. They stand at a workflow, at a
 * folder or at the organization. A verb that is absent has no rule there, and the next level
 * speaks; an empty list names nobody, so that only owners may.
 */
const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'A role is named by its slug.')

export const subjectSchema = z.union(
  [
    z.strictObject({ group: z.uuid('A group is named by its id.') }),
    z.strictObject({ person: z.uuid('A person is named by the id of the member.') }),
    z.strictObject({ role: slug.max(64) }),
  ],
  { error: 'Name one `group`, one `person` or one `role`.' },
)
/** Whom a rule names: the people of a directory group, one person, or all of a role. */
export type Subject = z.infer<typeof subjectSchema>

const subjects = z.array(subjectSchema).max(200, 'At most 200 entries; use a group.')

const stepId = z.string().regex(/^(\*|[a-z][a-zA-Z0-9_-]{0,99})$/, 'A step id, or `*` for all.')

export const accessRulesSchema = z.strictObject({
  run: subjects.optional(),
  edit: subjects.optional(),
  publish: subjects.optional(),
  /**
   * Who approves a draft before it is published. Where a rule is in force, publishing needs the
   * approval of one of them; where none is, it needs none.
   */
  approve: subjects.optional(),
  seeRuns: subjects.optional(),
  /** By the id of a screen's step; `*` for those that are not named. */
  screens: z.record(stepId, subjects).optional(),
  /** Who may create workflows: at the organization or a folder. */
  create: subjects.optional(),
})
export type AccessRules = z.infer<typeof accessRulesSchema>

export const plainVerbs = ['run', 'edit', 'publish', 'approve', 'seeRuns', 'create'] as const
type PlainVerb = (typeof plainVerbs)[number]
/** What somebody wants to do; `screen` names the step. */
export type Verb = PlainVerb | { screen: string }
