import { migrationState } from '#db/migration-state'
import { fine, problem, warning, type Check } from './finding.ts'

const about = 'Migrations'

/** Whether the database is of this release. */
export function migrationCheck(ownerUrl: string): Check {
  return {
    about,
    look: async () => {
      const { pending, newer } = await migrationState(ownerUrl)
      if (pending > 0)
        return [
          problem(
            about,
            `${pending} migrations of this release have not run.`,
            'Start one process of this release: it migrates first.',
          ),
        ]
      if (newer > 0)
        return [
          warning(
            about,
            `The database is of a newer release: it has ${newer} migrations that are unknown here.`,
            'Update this machine too.',
          ),
        ]
      return [fine(about, 'The database is of this release.')]
    },
  }
}
