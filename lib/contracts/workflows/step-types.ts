import { z } from 'zod'
import { stepTypeInfoSchema } from '#lib/domain/workflow/step-type-info'
import { contract } from '../contract.ts'

export const listStepTypesContract = contract({
  id: 'listStepTypes',
  method: 'GET',
  path: '/api/v2/step-types',
  summary: 'List the step types that a workflow can be built from',
  description:
    'Everything the editor knows about a step type: title, category, JSON Schemas of config and ' +
    'output, branches, examples.',
  tag: 'Workflows',
  returns: {
    200: {
      description: 'All step types, by category and title.',
      schema: z.object({ items: z.array(stepTypeInfoSchema) }),
    },
  },
})
