/** In the composer's place for members and visitors who may not send messages. */
import { Square } from 'lucide-react'
import { use } from 'react'
import { useMayAnswer } from '../../data/person/use-role.ts'
import { SharedVisit } from '../../data/shared-visit.ts'
import { Button } from '../../ui/button.tsx'

export default function ViewerNote(props: {
	live: boolean
	stopping: boolean
	onStop?: () => void
}) {
	const mayAnswer = useMayAnswer()
	const visit = use(SharedVisit)
	return (
		<div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-edge bg-surface px-4 py-2.5">
			<p className="min-w-0 flex-1 text-line text-muted text-pretty">
				{mayAnswer
					? 'You can follow runs, answer approvals and stop runs.'
					: 'You can follow runs.'}{' '}
				{visit ? null : 'To send messages, ask an owner for the role editor.'}
			</p>
			{props.live && mayAnswer && (
				<Button onClick={props.onStop} disabled={props.stopping}>
					<Square className="fill-current !size-3" />
					{props.stopping ? 'Stopping' : 'Stop'}
				</Button>
			)}
		</div>
	)
}
