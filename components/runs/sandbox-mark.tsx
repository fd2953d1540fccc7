import { Badge } from '#components/ui/feedback/badge'

/** Marks a run of a test key: it reaches sandbox connections only. */
export function SandboxMark() {
  return (
    <Badge
      variant="outline"
      className="ml-2"
      title="A test key started it: sandbox connections only"
    >
      test
    </Badge>
  )
}
