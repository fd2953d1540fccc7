import { existsSync } from 'node:fs'

import { unfinishedFile } from '#db/embedded-cluster'
import { SettingsError } from '#lib/settings-error'

/** Throws a `SettingsError` for a data folder whose restore has not finished. */
export function requireFinished(dataDir: string): void {
  if (existsSync(unfinishedFile(dataDir)))
    throw new SettingsError(
      `The restore into ${dataDir} has not finished. If it broke off, delete that folder and run ` +
        'npm run restore again.',
    )
}
