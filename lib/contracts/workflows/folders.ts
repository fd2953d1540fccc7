import { z } from 'zod'
import { contract } from '../contract.ts'
import { oneLine } from '../one-line.ts'

const tag = 'Folders'
const params = z.strictObject({ id: z.uuid('A folder has a UUID as its id.') })
const parentId = z.uuid('A folder has a UUID as its id.').nullable()

export const folderNameSchema = oneLine(
  z
    .string({ error: 'Give the folder a name.' })
    .trim()
    .min(1, 'Give the folder a name.')
    .max(100, 'A name has at most 100 characters.'),
)

const folderSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The folder around it; null at the top. */
  parentId: z.uuid().nullable(),
  /** How many workflows you see in it, without those of its folders. */
  workflows: z.int(),
  canCreate: z.boolean().describe('Whether you may create workflows and folders in it.'),
  createdAt: z.iso.datetime({ offset: true }),
})
export type FolderView = z.infer<typeof folderSchema>

/** Said wherever something moves to another place. */
const moving =
  'Where other access rules are in force there, only who may change access rules may move it, ' +
  'because that changes who may do what.'

export const listFoldersContract = contract({
  id: 'listFolders',
  method: 'GET',
  path: '/api/v2/workflow-folders',
  summary: 'List the folders of workflows',
  description: 'All at once, by name: those whose workflows you may see, and the folders around.',
  tag,
  returns: {
    200: { description: 'The folders.', schema: z.object({ items: z.array(folderSchema) }) },
  },
})

export const createFolderContract = contract({
  id: 'createFolder',
  method: 'POST',
  path: '/api/v2/workflow-folders',
  summary: 'Create a folder of workflows',
  description: 'An organization has at most 500 folders, at most 8 in each other.',
  tag,
  body: z.strictObject({ name: folderNameSchema, parentId: parentId.default(null) }),
  returns: { 201: { description: 'The folder.', schema: folderSchema } },
  errorStatuses: [404, 409],
  examples: { request: { name: 'Intake' } },
})

export const changeFolderContract = contract({
  id: 'changeFolder',
  method: 'PATCH',
  path: '/api/v2/workflow-folders/{id}',
  summary: 'Rename a folder, or move it into another',
  description: `\`parentId: null\` moves it to the top. ${moving}`,
  tag,
  params,
  body: z
    .strictObject({ name: folderNameSchema.optional(), parentId: parentId.optional() })
    .refine((body) => Object.keys(body).length > 0, 'Name at least one field to change.'),
  returns: { 200: { description: 'The folder.', schema: folderSchema } },
  errorStatuses: [404, 409],
})

export const deleteFolderContract = contract({
  id: 'deleteFolder',
  method: 'DELETE',
  path: '/api/v2/workflow-folders/{id}',
  summary: 'Delete a folder',
  description:
    'Its access rules end with it. A folder that is not empty is answered 409, unless ' +
    `\`contents=move-up\` moves what is in it to the folder around. ${moving}`,
  tag,
  params,
  query: z.strictObject({ contents: z.enum(['refuse', 'move-up']).default('refuse') }),
  returns: { 204: { description: 'Deleted.' } },
  errorStatuses: [404, 409],
})

export const moveWorkflowContract = contract({
  id: 'moveWorkflow',
  method: 'PUT',
  path: '/api/v2/workflows/{id}/folder',
  summary: 'Move a workflow into a folder',
  description: `\`folderId: null\` moves it to the top. ${moving}`,
  tag,
  params: z.strictObject({
    id: z.string().min(1).max(64).describe('The workflow, by id (UUID) or slug.'),
  }),
  body: z.strictObject({ folderId: parentId }),
  returns: {
    200: {
      description: 'Where it is now.',
      schema: z.object({ id: z.uuid(), name: z.string(), folderId: z.uuid().nullable() }),
    },
  },
  errorStatuses: [404],
})
