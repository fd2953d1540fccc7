import { commandStage, type Stage } from './stage.ts'

/** The checks that do not run the product. */
export const staticStages: Stage[] = [
  commandStage('types', 'node_modules/typescript/bin/tsc', '--noEmit', '-p', '.'),
  commandStage(
    'lint',
    'node_modules/oxlint/bin/oxlint',
    '--type-aware',
    '--deny-warnings',
    '--format=unix',
  ),
  commandStage('format', 'node_modules/oxfmt/bin/oxfmt', '--check', '.'),
  commandStage('imports', 'scripts/check-imports.ts'),
  commandStage('style', 'scripts/check-style.ts'),
  commandStage('documents', 'scripts/check-docs.ts'),
  commandStage(
    'unused code',
    'node_modules/knip/bin/knip.js',
    '--no-progress',
    '--no-config-hints',
  ),
  commandStage('generated files', 'scripts/generate.ts', '--check'),
  commandStage('migrations', 'scripts/database/check-migrations.ts'),
  commandStage('database schema', 'scripts/database/dump-schema.ts', '--check'),
]
