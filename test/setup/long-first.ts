import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take more than 20 seconds. One that begins last would run alone at the end; on a fresh
 * checkout, where Vitest has no times, it goes by the size of files.
 */
const long = [
  'lib/operations/transfer/move-between-cells.test.ts',
  'test/engine/fault-points-around.test.ts',
  'lib/operations/transfer/transfer-s3.test.ts',
  'lib/operations/transfer/transfer.test.ts',
  'lib/operations/transfer/move-s3.test.ts',
  'test/engine/expressions.test.ts',
  'lib/engine/store/fault-points.test.ts',
  'lib/server/backups/point-in-time.test.ts',
  'lib/server/backups/rehearsal.test.ts',
  'lib/operations/letters/letters.test.ts',
  'db/embedded.test.ts',
  'test/engine/takeover.test.ts',
  'test/access/matrix.test.ts',
  'lib/engine/execute/isolation.test.ts',
  'lib/process-pool/pool.test.ts',
  'test/engine/scale-out.test.ts',
  'lib/operations/hie/hie.test.ts',
  'lib/integrations/warehouse/sandbox.test.ts',
  'lib/documents/pdf/change-pdfs.test.ts',
]

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = long.findIndex((file) => moduleId.endsWith(`/${file}`))
  return place === -1 ? long.length : place
}

/** Runs the projects in Vitest's order, and in each of them the long files first. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project.name))]
    return projects.flatMap((name) =>
      sorted
        .filter(({ project }) => project.name === name)
        .toSorted((one, other) => placeOf(one) - placeOf(other)),
    )
  }
}
