import { Age } from './age.tsx'

/** When something was last used, inside of a sentence. */
export function LastUsed({ at }: { at: string | null }) {
  if (at === null) return 'never used'
  return (
    <>
      last used <Age at={at} />
    </>
  )
}
