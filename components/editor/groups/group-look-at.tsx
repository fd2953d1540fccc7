import { cn } from '#components/ui/cn'
import { frameClassOf, toneOfGroup } from './group-look.ts'
import { groupSpace } from '../model/layout/sizes.ts'

type Props = { name: string; colour: string }

const headClass = cn(
  'inline-flex max-w-full items-center rounded-tl-lg rounded-br-lg px-2.5 text-[13px] font-semibold',
)

/** The frame of one group, to look at; its name is drawn apart, over the lines. */
export const GroupFrameLook = ({ colour }: Pick<Props, 'colour'>) => (
  <div className={cn('size-full', frameClassOf(colour))} />
)

/** The name of a group at the head of its frame, to look at. */
export function GroupNameLook({ name, colour }: Props) {
  return (
    <div className="size-full border-2 border-transparent">
      <span
        className={cn(headClass, toneOfGroup(colour).head)}
        style={{ minHeight: groupSpace.top - 12 }}
      >
        <span className="truncate">{name}</span>
      </span>
    </div>
  )
}
