/**
 * After a run that changed something: saves the open scenes that are not saved. Pressed, it stays: another button would
 * take its place under the pointer. In play mode, which a stopped run leaves on, nothing can be saved or reverted.
 */
import { Check, Save, Square } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useRoom } from '../../../data/room/room-context.tsx'
import { targetSeat } from '../../../data/room/target-seat.ts'
import { useMayChange, useOwnCall } from '../../../data/room/use-own-call.ts'
import { useRead } from '../../../data/room/use-read.ts'
import { useProjectKind } from '../../../run/packs.ts'
import { Button } from '../../../ui/button.tsx'

interface Scenes {
	readonly open: readonly { readonly path: string; readonly isDirty: boolean }[]
}

export function SaveScene() {
	const may = useMayChange()
	const isUnity = useProjectKind() === 'unity'
	const { data } = useRead<Scenes>('unity_scene', may && isUnity ? { action: 'list' } : null, [
		'scene',
		'hierarchy',
		'play',
	])
	const { make, isBusy, isAway } = useOwnCall()
	const isPlaying = targetSeat(useRoom().state)?.phase === 'playing'
	// A new scene has no file yet: it is saved in Unity, or by the agent.
	const unsaved = data?.open.filter(({ path, isDirty }) => isDirty && path !== '') ?? []
	const [pressed, setPressed] = useState(false)
	const isSaved = unsaved.length === 0
	if (may && isPlaying) {
		return (
			<CardButton
				isOff={isBusy || isAway}
				// A failure was told already.
				onPress={() =>
					make({ tool: 'unity_play', input: { action: 'exit' } }).catch(() => undefined)
				}
			>
				<Square /> Leave play mode
			</CardButton>
		)
	}
	if (isSaved && !pressed) return null
	const saveAll = async () => {
		setPressed(true)
		for (const { path } of unsaved) {
			// A failure was told already.
			await make({ tool: 'unity_scene', input: { action: 'save', path } }).catch(() => undefined)
		}
	}
	return (
		<CardButton isOff={isBusy || isAway || isSaved} onPress={saveAll}>
			{isSaved ? <Check /> : <Save />}
			{isSaved ? 'Saved' : unsaved.length === 1 ? 'Save scene' : 'Save scenes'}
		</CardButton>
	)
}

const CardButton = (props: {
	isOff: boolean
	onPress: () => Promise<unknown>
	children: ReactNode
}) => (
	<Button
		look="quiet"
		className="!px-2 text-line aria-disabled:opacity-50"
		aria-disabled={props.isOff || undefined}
		onClick={() => void (props.isOff || props.onPress())}
	>
		{props.children}
	</Button>
)
