import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { sentencesOf } from './schema-error.ts'

const ajv = new Ajv2020({ strict: false, allErrors: true })
;(addFormats as unknown as (instance: Ajv2020) => void)(ajv)

it('says that it is no e-mail address, not which pattern it breaks', () => {
  const validate = ajv.compile(z.toJSONSchema(z.object({ to: z.array(z.email()) })))
  expect(validate({ to: ['half@'] })).toBe(false)
  expect(sentencesOf(validate.errors ?? [])).toEqual([
    { path: 'to.0', message: 'This must be a valid e-mail address.' },
  ])
})
