import { z } from 'zod'
import { accessRulesSchema, subjectSchema } from '../../domain/access/rules.ts'
import { contract } from '../contract.ts'
import { oneLine } from '../one-line.ts'
import { roleSchema } from '../people-fields.ts'

const levelSchema = z.enum(['workflow', 'folder', 'organization'])
export type AccessLevel = z.infer<typeof levelSchema>
const instant = z.iso.datetime({ offset: true })

/** A rule, and where it stands. */
const foundRuleSchema = z.object({
  from: levelSchema,
  id: z.string(),
  /** The name of the folder or the workflow; null for the organization. */
  name: z.string().nullable(),
  entries: z.array(subjectSchema),
})
export type FoundRule = z.infer<typeof foundRuleSchema>
const found = foundRuleSchema.optional()

/** Rules by verb. An absent verb: the role decides. */
const byVerbSchema = z.object({
  run: found,
  edit: found,
  publish: found,
  approve: found,
  seeRuns: found,
  screens: found,
  create: found,
})
export type RulesByVerb = z.infer<typeof byVerbSchema>
export type RuleVerb = keyof RulesByVerb

const accessSchema = z.object({
  level: levelSchema,
  /** Of the workflow, the folder or the organization. */
  id: z.string(),
  /** The name of the workflow or the folder; null for the organization. */
  name: z.string().nullable(),
  /** The rules of this level; an absent verb has none here, and the next level decides. */
  rules: accessRulesSchema,
  revision: z
    .int()
    .describe('Send it with the next change, which then replaces nothing that you have not seen.'),
  inForce: byVerbSchema.describe('What is in force here. Absent: the role decides.'),
  inherited: byVerbSchema.describe('What would be in force without the rules of this level.'),
  names: z
    .record(z.string(), z.string())
    .describe('The names of the people, groups and roles above; who is gone is not here.'),
  changedBy: z.string().nullable(),
  changedAt: instant.nullable(),
})
export type AccessView = z.infer<typeof accessSchema>

const format =
  'Rules name who may: `{ run, edit, publish, approve, seeRuns, screens: { <step id or *>: … }, ' +
  'create }`, ' +
  'each a list of `{ group }`, `{ person }` or `{ role }`. The nearest level with a rule for the ' +
  'verb decides: workflow, folders from the inside out, organization; without one the role does. ' +
  'Where a rule for `approve` is in force, publishing needs the approval of somebody whom it ' +
  'names; without one it needs none. ' +
  'An empty list names nobody, so that only owners may. Owners may always; being named never ' +
  'gives more than the role’s permissions. Rules belong to this organization: an exported ' +
  'workflow has none, and an imported one has those of the place where it lands.'

const stale =
  'With `revision`, a change that is based on older rules is answered 409 `version_conflict` ' +
  'with `details: {currentRevision, changedBy, changedAt}`.'

const workflowParams = z.strictObject({ id: z.string().min(1).max(100) })
const folderParams = z.strictObject({ id: z.uuid('A folder has a UUID as its id.') })
const newRulesSchema = z.strictObject({
  rules: accessRulesSchema,
  revision: z.int().min(0).optional().describe('Of the rules that the change is based on.'),
})
const rulesOf = { 200: { description: 'The rules.', schema: accessSchema } }
const rulesInForce = { 200: { description: 'The rules in force.', schema: accessSchema } }
const exampleRules = {
  rules: {
    run: [{ group: '01a20095-4a4c-7000-8000-32ba9a1f0c11' }, { role: 'builder' }],
    screens: { '*': [{ group: '01a20095-4a4c-7000-8000-32ba9a1f0c11' }] },
  },
}

export const getAccessContract = contract({
  id: 'getAccess',
  method: 'GET',
  path: '/api/v2/access',
  summary: 'Read the access rules of the organization',
  description: format,
  tag: 'Access',
  returns: rulesOf,
})

export const setAccessContract = contract({
  id: 'setAccess',
  method: 'PUT',
  path: '/api/v2/access',
  summary: 'Set the access rules of the organization',
  description: `For all workflows without rules of their own. Replaces the rules. ${stale}`,
  tag: 'Access',
  body: newRulesSchema,
  returns: rulesInForce,
  errorStatuses: [409],
})

export const getWorkflowAccessContract = contract({
  id: 'getWorkflowAccess',
  method: 'GET',
  path: '/api/v2/workflows/{id}/access',
  summary: 'Read the access rules of a workflow',
  description: `With what is inherited. ${format}`,
  tag: 'Access',
  params: workflowParams,
  returns: rulesOf,
  errorStatuses: [404],
})

export const setWorkflowAccessContract = contract({
  id: 'setWorkflowAccess',
  method: 'PUT',
  path: '/api/v2/workflows/{id}/access',
  summary: 'Set the access rules of a workflow',
  description: `Replaces the rules; without any, the workflow inherits. ${stale}`,
  tag: 'Access',
  params: workflowParams,
  body: newRulesSchema,
  returns: rulesInForce,
  errorStatuses: [404, 409],
  examples: { request: exampleRules },
})

export const getFolderAccessContract = contract({
  id: 'getFolderAccess',
  method: 'GET',
  path: '/api/v2/workflow-folders/{id}/access',
  summary: 'Read the access rules of a folder',
  description: `With what is inherited. ${format}`,
  tag: 'Access',
  params: folderParams,
  returns: rulesOf,
  errorStatuses: [404],
})

export const setFolderAccessContract = contract({
  id: 'setFolderAccess',
  method: 'PUT',
  path: '/api/v2/workflow-folders/{id}/access',
  summary: 'Set the access rules of a folder',
  description:
    'For the workflows and folders in it without rules of their own. Replaces the rules; ' +
    `without any, the folder inherits. ${stale}`,
  tag: 'Access',
  params: folderParams,
  body: newRulesSchema,
  returns: rulesInForce,
  errorStatuses: [404, 409],
})

const subjectKinds = ['person', 'group', 'role'] as const
const accessSubjectSchema = z.object({
  kind: z.enum(subjectKinds),
  /** The id of the member or of the directory group; the slug of the role. */
  id: z.string(),
  name: z.string(),
  /** What tells it from others of its name: an address, a directory, what a role is for. */
  detail: z.string(),
  mayNot: z
    .array(byVerbSchema.keyof())
    .describe('What the role of a person does not allow, or a role itself: no rule gives it.'),
})
export type AccessSubject = z.infer<typeof accessSubjectSchema>

export const listAccessSubjectsContract = contract({
  id: 'listAccessSubjects',
  method: 'GET',
  path: '/api/v2/access/subjects',
  summary: 'Find people, groups and roles that a rule can name',
  description: 'At most 20 of each kind, by name.',
  tag: 'Access',
  query: z.strictObject({
    search: z.string().max(200).optional().describe('Part of the name or of the address.'),
    kind: z.enum(subjectKinds).optional(),
  }),
  returns: {
    200: {
      description: 'Groups, people and roles.',
      schema: z.object({ items: z.array(accessSubjectSchema) }),
    },
  },
})

const explanationSchema = z.object({
  ok: z.boolean(),
  by: z.union([z.enum(['owner', 'default', 'none']), subjectSchema]),
  /** Where the rule stands that decides; null when none does. */
  from: z.object({ kind: levelSchema, id: z.string(), name: z.string().nullable() }).nullable(),
  /** What would settle it. */
  missing: z.string().nullable(),
  sentence: z.string(),
  /** Why it is so, a sentence each. */
  reasons: z.array(z.string()),
})
export type Explanation = z.infer<typeof explanationSchema>

export const explainAccessContract = contract({
  id: 'explainAccess',
  method: 'GET',
  path: '/api/v2/access/explanation',
  summary: 'Explain why a person may or may not do something',
  description:
    '`act` is one of `run`, `edit`, `publish`, `approve`, `seeRuns`, `screen`, `create`, which rules ' +
    'decide, or a permission such as `connections:manage`, which the role decides. Without a workflow or ' +
    'a folder it is about workflows at the top that have no rules of their own.',
  tag: 'Access',
  query: z.strictObject({
    person: z.uuid('Give the id of a member as `person`.'),
    act: z.string({ error: 'Say what they want to do as `act`.' }).min(1).max(60),
    workflow: z.string().min(1).max(100).optional(),
    folder: z.uuid('A folder has a UUID as its id.').optional(),
    /** The step of a screen. */
    step: z.string().max(100).default('*'),
  }),
  returns: { 200: { description: 'The decision and its reasons.', schema: explanationSchema } },
  errorStatuses: [404],
})

const newRoleSchema = z.strictObject({
  name: oneLine(
    z
      .string({ error: 'Give the role a name.' })
      .trim()
      .min(1, 'Give the role a name.')
      .max(60, 'A name has at most 60 characters.'),
  ),
  description: z.string().max(300).default(''),
  permissions: z.array(z.string().max(60)).max(100),
})

export const roleViewSchema = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  builtIn: z.boolean(),
  permissions: z.array(z.string()),
  /** How many members have it. */
  members: z.int(),
  revision: z
    .int()
    .describe('Send it with the next change, which then replaces nothing that you have not seen.'),
  changedBy: z.string().nullable(),
})
export type RoleView = z.infer<typeof roleViewSchema>

const roleParams = z.strictObject({ slug: roleSchema })

export const listRolesContract = contract({
  id: 'listRoles',
  method: 'GET',
  path: '/api/v2/roles',
  summary: 'List roles',
  description: 'The built-in roles, then the organization’s own by name.',
  tag: 'Access',
  returns: {
    200: { description: 'All roles.', schema: z.object({ items: z.array(roleViewSchema) }) },
  },
})

export const createRoleContract = contract({
  id: 'createRole',
  method: 'POST',
  path: '/api/v2/roles',
  summary: 'Create a role',
  description: 'From a list of permissions; `GET /api/v2/roles` shows those of the built-in roles.',
  tag: 'Access',
  body: newRoleSchema.extend({ slug: roleSchema }),
  returns: { 201: { description: 'The role.', schema: roleViewSchema } },
  errorStatuses: [409],
})

export const changeRoleContract = contract({
  id: 'changeRole',
  method: 'PUT',
  path: '/api/v2/roles/{slug}',
  summary: 'Change a role',
  description:
    'Applies to everybody who has it from their next request on. With `revision`, a change that is ' +
    'based on an older one is answered 409 `version_conflict` with ' +
    '`details: {currentRevision, changedBy, changedAt}`.',
  tag: 'Access',
  params: roleParams,
  body: newRoleSchema.extend({
    revision: z.int().min(1).optional().describe('Of the role that the change is based on.'),
  }),
  returns: { 200: { description: 'The role.', schema: roleViewSchema } },
  errorStatuses: [404, 409],
})

export const deleteRoleContract = contract({
  id: 'deleteRole',
  method: 'DELETE',
  path: '/api/v2/roles/{slug}',
  summary: 'Delete a role',
  description:
    '409 `in_use` while a member, an invitation, an API key, a directory group or an access rule ' +
    'names it; `details.usedBy` says which.',
  tag: 'Access',
  params: roleParams,
  returns: { 204: { description: 'Deleted.' } },
  errorStatuses: [404, 409],
})
