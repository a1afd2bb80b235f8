import type { CallView } from '@fairlead/protocol/view/call-view'
import { useRoom } from '../../data/room/room-context.tsx'

/** Changes that are approved while the game runs are gone when it ends; said before, for as long as it runs. */
export function PlayNote({ calls }: { calls: readonly CallView[] }) {
	const { state } = useRoom()
	const isLost = calls.some(({ approval }) => {
		const editorKey = approval?.editorKey ?? state?.target
		const seat = state?.editors.find((one) => one.editorKey === editorKey)
		return approval?.inScene && seat?.phase === 'playing'
	})
	if (!isLost) return null
	return (
		<p className="mt-3 text-line text-warn">
			The game is running: changes to the scene are lost when play mode ends.
		</p>
	)
}
