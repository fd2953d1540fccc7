import type { ApiError } from '#lib/domain/api-error'

/** Throws `refusal` in place of the database's error when this unique index refuses a row. */
export async function withClash<T>(
  index: string,
  refusal: (cause: unknown) => ApiError,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    const cause = thrown instanceof Error && thrown.cause ? thrown.cause : thrown
    const { code, constraint } = cause as { code?: string; constraint?: string }
    if (code === '23505' && constraint === index) throw refusal(thrown)
    throw thrown
  }
}
