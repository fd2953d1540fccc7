import { toast } from '#components/shared/messages/toast'
import type { WrittenComment } from '#lib/contracts/runs/comments'

/** Says who was mentioned in a comment and not told of it. */
export function sayNotTold({ notTold }: Pick<WrittenComment, 'notTold'>, what = 'case'): void {
  if (notTold.length === 0) return
  const names = notTold.map(({ name }) => name).join(', ')
  toast.warning(
    notTold.length === 1
      ? `${names} may not see this ${what}, and was not told of your comment.`
      : `${names} may not see this ${what}, and were not told of your comment.`,
  )
}
