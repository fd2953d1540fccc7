import { z } from 'zod'
import { slugPattern } from '#lib/domain/slug'
import {
  defineStep,
  done,
  PermanentStepError,
  StepError,
  suspend,
  type ChildEnd,
} from '../../define-step.ts'
import { fromProvider } from '../../support/from-provider.ts'

/** Stops a workflow that calls itself without an end. */
const maxDepth = 10

export default defineStep({
  type: 'sub-workflow',
  version: 1,
  title: 'Sub-workflow',
  description:
    'Runs another published workflow and waits for its end; its output is the output of that run.',
  category: 'Flow',
  icon: 'workflow',
  says: ['{workflow:workflow}'],
  // `execute` only reads which version is the newest; the commit that suspends this step starts the
  // child run.
  effect: 'read',
  config: z.strictObject({
    workflow: z
      .string()
      .regex(slugPattern, 'Choose a workflow.')
      .meta({ title: 'Workflow', description: 'The workflow to run; it must be published.' }),
    version: z.int().min(1).optional().meta({
      title: 'Version',
      description: 'A fixed version; empty for the newest that is published when this step runs.',
    }),
    startData: z.record(z.string(), z.unknown()).default({}).meta({
      title: 'Start data',
      description: 'What the run starts with; it is checked by the start form of that workflow.',
    }),
  }),
  output: z.unknown().meta({
    title: 'Output',
    description: 'The outputs of the last steps of the other workflow, by step id.',
  }),
  uiSchema: { workflow: { 'ui:widget': 'workflow' }, startData: { 'ui:widget': 'json' } },
  examples: [
    {
      title: 'Check a referral',
      config: { workflow: 'check-referral', startData: { referralId: { $: 'start.referralId' } } },
    },
  ],
  async execute({ config, run, services, signal }) {
    if (run.depth >= maxDepth)
      throw new PermanentStepError(
        'too_deep',
        `Sub-workflows can be nested ${maxDepth} deep. Look for a workflow that calls itself ` +
          'without an end.',
        { depth: run.depth },
      )
    const child = await fromProvider(
      services.childWorkflow(run.organizationId, {
        ...config,
        runId: run.id,
        version: config.version,
        signal,
      }),
    )
    return suspend({ reason: 'child-run', children: [{ kind: 'workflow', ...child }] })
  },
  async resume({ answer }) {
    const [end] = answer as ChildEnd[]
    if (end?.status === 'completed') return done(end.output ?? null)
    const { code, message, details, stepId } = end?.error ?? {
      code: 'child_lost',
      message: 'The run of the sub-workflow is not there any more.',
    }
    // Only the author's own retry policy repeats a failed sub-workflow, because a retry of this
    // step starts it again.
    throw new StepError(end?.status === 'cancelled' ? 'child_cancelled' : code, message, {
      ...details,
      runId: end?.runId,
      stepId,
    })
  },
})
