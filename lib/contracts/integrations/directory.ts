import { z } from 'zod'
import { directoryGroupSchema } from '#lib/domain/provider/directory-group'
import { contract, type ErrorShapes } from '../contract.ts'

/** The row "B" of the specification. */
const shapesB: ErrorShapes = { other: 'B' }

/** Specification 2.7 and 4.1. */
export const listDirectoryGroupUsersContract = contract({
  id: 'listDirectoryGroupUsers',
  method: 'GET',
  path: '/api/v2/sso/directory-groups/{id}/users',
  summary: 'List the users of a single-sign-on directory group',
  description:
    'The id is ours (GET /api/v2/directory-groups), the directory’s id of the group, or the one ' +
    'that the identity provider gave it. All directories are asked; 409 when several have a group ' +
    'with this id. People who are not active in the directory are left out.',
  tag: 'Directory',
  params: z.strictObject({ id: z.string().min(1).max(200) }),
  returns: {
    200: {
      description: 'The group and everyone in it.',
      schema: z.object({ group: directoryGroupSchema }),
    },
  },
  errors: shapesB,
  errorStatuses: [404, 409, 429, 502, 504],
  examples: {
    params: { id: 'intake-team' },
    response: {
      group: {
        id: 'intake-team',
        name: 'Intake team',
        users: [
          {
            id: 'directory-user-01',
            name: 'Avery Lindqvist',
            email: 'avery.lindqvist@example.com',
          },
        ],
      },
    },
  },
})
