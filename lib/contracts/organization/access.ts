import { z } from 'zod'
import { accessRulesSchema, subjectSchema } from '../../domain/access/rules.ts'
import { contract } from '../contract.ts'
import { oneLine } from '../one-line.ts'
import { roleSchema } from '../people-fields.ts'

const levelSchema = z.enum(['workflow', 'folder', 'organization'])

export const accessSchema = z.object({
  level: levelSchema,
  /** The rules of this level; an absent verb has none here, and the next level decides. */
  rules: accessRulesSchema,
  /** What is in force here by verb, and the level that it comes from. Absent: the role decides. */
  inForce: z.object(
    Object.fromEntries(
      (['run', 'edit', 'publish', 'seeRuns', 'screens', 'create'] as const).map((verb) => [
        verb,
        z.object({ from: levelSchema, entries: z.array(subjectSchema) }).optional(),
      ]),
    ),
  ),
  changedBy: z.string().nullable(),
})
export type AccessView = z.infer<typeof accessSchema>

const format =
  'Rules name who may: `{ run, edit, publish, seeRuns, screens: { <step id or *>: … }, create }`, ' +
  'each a list of `{ group }`, `{ person }` or `{ role }`. The nearest level with a rule for the ' +
  'verb decides: workflow, folder, organization; without one the role does. Owners may always; ' +
  'being named never gives more than the role’s permissions.'

const workflowParams = z.strictObject({ id: z.string().min(1).max(100) })

export const getAccessContract = contract({
  id: 'getAccess',
  method: 'GET',
  path: '/api/v2/access',
  summary: 'Read the access rules of the organization',
  description: format,
  tag: 'Access',
  returns: { 200: { description: 'The rules.', schema: accessSchema } },
})

export const setAccessContract = contract({
  id: 'setAccess',
  method: 'PUT',
  path: '/api/v2/access',
  summary: 'Set the access rules of the organization',
  description: 'For all workflows without rules of their own. Replaces the rules.',
  tag: 'Access',
  body: z.strictObject({ rules: accessRulesSchema }),
  returns: { 200: { description: 'The rules in force.', schema: accessSchema } },
})

export const getWorkflowAccessContract = contract({
  id: 'getWorkflowAccess',
  method: 'GET',
  path: '/api/v2/workflows/{id}/access',
  summary: 'Read the access rules of a workflow',
  description: 'With what is inherited.',
  tag: 'Access',
  params: workflowParams,
  returns: { 200: { description: 'The rules.', schema: accessSchema } },
  errorStatuses: [404],
})

export const setWorkflowAccessContract = contract({
  id: 'setWorkflowAccess',
  method: 'PUT',
  path: '/api/v2/workflows/{id}/access',
  summary: 'Set the access rules of a workflow',
  description: 'Replaces the rules; without any, the workflow inherits.',
  tag: 'Access',
  params: workflowParams,
  body: z.strictObject({ rules: accessRulesSchema }),
  returns: { 200: { description: 'The rules in force.', schema: accessSchema } },
  errorStatuses: [404],
})

export const explainAccessContract = contract({
  id: 'explainAccess',
  method: 'GET',
  path: '/api/v2/workflows/{id}/access/explanation',
  summary: 'Explain why a person may or may not do something',
  tag: 'Access',
  params: workflowParams,
  query: z.strictObject({
    person: z.uuid('The id of a member.'),
    verb: z.enum(['run', 'edit', 'publish', 'seeRuns', 'screen']),
    /** The step of a screen. */
    step: z.string().max(100).default('*'),
  }),
  returns: {
    200: {
      description: 'The decision and its reason.',
      schema: z.object({
        ok: z.boolean(),
        by: z.union([z.enum(['owner', 'default', 'none']), subjectSchema]),
        from: z.object({ kind: levelSchema, id: z.string() }).nullable(),
        missing: z.string().nullable(),
        sentence: z.string(),
      }),
    },
  },
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
  description: 'Applies to everybody who has it from their next request on.',
  tag: 'Access',
  params: roleParams,
  body: newRoleSchema,
  returns: { 200: { description: 'The role.', schema: roleViewSchema } },
  errorStatuses: [404, 409],
})

export const deleteRoleContract = contract({
  id: 'deleteRole',
  method: 'DELETE',
  path: '/api/v2/roles/{slug}',
  summary: 'Delete a role',
  description: '409 `in_use` while a member, an invitation or an API key has it.',
  tag: 'Access',
  params: roleParams,
  returns: { 204: { description: 'Deleted.' } },
  errorStatuses: [404, 409],
})
