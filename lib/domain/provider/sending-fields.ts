import { z } from 'zod'
import { letterFields } from './letter.ts'

/** The fields of a letter that an API caller sends besides its PDF, by multipart or JSON. */
export const sendingFields = {
  ...letterFields,
  addressCheck: z
    .enum(['fail', 'use', 'keep', 'off'])
    .default('fail')
    .meta({
      title: 'Address check',
      enumNames: ['Fail', 'Use the correction', 'Keep what was given', 'Do not check'],
      description:
        'When the recipient’s address has to be corrected or is doubtful: fail, use the correction, ' +
        'or keep what was given. Nothing is sent to an address that cannot be delivered to, unless ' +
        'the check is off.',
    }),
}
