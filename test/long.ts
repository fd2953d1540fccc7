import { existsSync } from 'node:fs'

/**
 * What `npm test` leaves to `npm test -- --all`, which the build machine runs, so that it stays below
 * twenty minutes on two cores (there these come last, as long as there is time): whole machines that
 * are killed, moved and restored, and journeys that go through every page. Whoever changes what these
 * are about runs the file itself.
 */
const tests = [
  'db/embedded.test.ts',
  'lib/domain/patient-cost/properties.test.ts',
  'lib/engine/execute/isolation.test.ts',
  'lib/engine/store/fault-points.test.ts',
  'lib/engine/worker/liveness.test.ts',
  'lib/lost-connections.test.ts',
  'lib/operations/files/large-files.test.ts',
  'lib/operations/secret-keys/role-passwords.test.ts',
  'lib/operations/transfer/background.test.ts',
  'lib/operations/transfer/due-while-moving.test.ts',
  'lib/operations/transfer/move-between-cells.test.ts',
  'lib/operations/transfer/move-s3.test.ts',
  'lib/operations/transfer/transfer-s3.test.ts',
  'lib/operations/transfer/transfer.test.ts',
  'lib/operations/transfer/whole-move.test.ts',
  'lib/process-pool/pool.test.ts',
  'lib/server/backups/point-in-time.test.ts',
  'lib/server/backups/rehearsal.test.ts',
  'scripts/install.test.ts',
  'scripts/npm-signals.test.ts',
  'test/engine/connection-limit.test.ts',
  'test/engine/expressions.test.ts',
  'test/engine/failover.test.ts',
  'test/engine/fault-points-around.test.ts',
  'test/engine/replica.test.ts',
  'test/engine/scale-out.test.ts',
  'test/engine/takeover.test.ts',
  'test/engine/worker-labels.test.ts',
]

/** Below `e2e`. */
const journeys = [
  'documents/faxes.spec.ts',
  'documents/templates.spec.ts',
  'editor/approvals.spec.ts',
  'editor/code-types.spec.ts',
  'editor/data-beside-fields.spec.ts',
  'editor/defects.spec.ts',
  'editor/first-workflow.spec.ts',
  'editor/levels.spec.ts',
  'editor/outline.spec.ts',
  'editor/step-examples.spec.ts',
  'editor/workflow-gallery.spec.ts',
  'editor/workflow-list.spec.ts',
  'every-page/accessibility.spec.ts',
  'every-page/before-hydration.spec.ts',
  'every-page/dialogs.spec.ts',
  'every-page/failing.spec.ts',
  'every-page/keyboard.spec.ts',
  'every-page/own-colours.spec.ts',
  'every-page/zoom.spec.ts',
  'forms/typed-text.spec.ts',
  'morning/morning.spec.ts',
  'organization/directory.spec.ts',
  'organization/membership.spec.ts',
  'organization/organizations.spec.ts',
  'organization/session-lock.spec.ts',
  'organization/single-sign-on.spec.ts',
  'runs/loops.spec.ts',
  'runs/next-case.spec.ts',
  'runs/unknown-outcome.spec.ts',
  'runs/worker-labels.spec.ts',
]

/** A run of everything has two parts, so that the long one can be left out where time is short. */
const part = process.env['TEST_PART'] || undefined

function existing(files: readonly string[], folder: string): string[] {
  const missing = files.find((file) => !existsSync(`${folder}${file}`))
  if (missing) throw new Error(`test/long.ts names ${folder}${missing}, which does not exist.`)
  return [...files]
}

const longTests = existing(tests, '')
const longJourneys = existing(journeys, 'e2e/')

/** Whether this run has a test file, such as `db/embedded.test.ts`. */
export const runsTest = (file: string): boolean =>
  part === undefined || longTests.includes(file) === (part === 'long')

/** Below `e2e`: the only journeys of this run (undefined: all), and those that it leaves out. */
export const onlyJourneys = part === 'long' ? longJourneys : undefined
export const journeysLeftOut = part === 'short' ? longJourneys : []
