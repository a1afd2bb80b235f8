/** After the newest answer of the demo model: the ways to a real model, and to one's own project. */
import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plug } from 'lucide-react'
import { use } from 'react'
import { useAction } from '../../../actions/use-actions.ts'
import { healthQuery, meQuery } from '../../../data/api/queries.ts'
import { useMayEdit } from '../../../data/person/use-role.ts'
import { useRoom } from '../../../data/room/room-context.tsx'
import { targetSeat } from '../../../data/room/target-seat.ts'
import { SharedVisit } from '../../../data/shared-visit.ts'
import { useShownMessages } from '../../../run/messages/shown-messages.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'

export function DemoEnd({ messageId }: { messageId: string }) {
	const isNewest = useShownMessages((messages) => messages.at(-1)?.id === messageId, messageId)
	const mayEdit = useMayEdit()
	const isVisit = use(SharedVisit) !== null
	return isNewest && mayEdit && !isVisit && <Ways />
}

function Ways() {
	const onTrial = useQuery(meQuery).data?.role === 'trial'
	/** A server with a key has other models to choose from. */
	const isOnlyModel = useQuery(healthQuery).data?.model.demo === true
	const { state } = useRoom()
	const connect = useAction('editor.connect')
	if (onTrial || !isOnlyModel) return null
	const hasUnity = targetSeat(state)?.process?.kind === 'unity'
	return (
		<div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 pl-7 text-line text-muted">
			<p>This was the demo.</p>
			<span className="flex items-center gap-2">
				Your model?
				<Link to="/settings#models-and-keys" className={buttonClass()}>
					<KeyRound /> Add a key
				</Link>
			</span>
			{connect && !hasUnity && (
				<span className="flex items-center gap-2">
					Your project?
					<Button onClick={connect.run}>
						<Plug /> Connect my Unity
					</Button>
				</span>
			)}
		</div>
	)
}
