import { defineConfig } from 'vitest/config'

/**
 * The tests that `npm run mutation` runs: those of pure code, which need no database. Properties
 * are left out: they take seconds for each of thousands of mutants, and chance decides what they
 * find.
 */
export default defineConfig({
  test: {
    include: [
      'lib/auth/permissions.test.ts',
      'lib/domain/patient-cost/**/*.test.ts',
      'lib/engine/model/decide{,-loops}.test.ts',
      'lib/operations/keyset.test.ts',
      'lib/redact.test.ts',
    ],
    exclude: ['**/properties.test.ts'],
  },
})
