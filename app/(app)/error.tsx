'use client'

import { PageFailure } from '#components/shell/page-failure'

export default function PageError({
  error,
  retry,
}: {
  error: Error & { digest?: string }
  retry: () => void
}) {
  return <PageFailure error={error} onRetry={retry} />
}
