/** Saves the open scenes that are not saved, after a run that changed something. Pressed, it stays: another button would take its place under the pointer. */
import { Check, Save } from 'lucide-react'
import { useState } from 'react'
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
	// A new scene has no file yet: it is saved in Unity, or by the agent.
	const unsaved = data?.open.filter(({ path, isDirty }) => isDirty && path !== '') ?? []
	const [pressed, setPressed] = useState(false)
	const isSaved = unsaved.length === 0
	if (isSaved && !pressed) return null
	const isOff = isBusy || isAway || isSaved
	const saveAll = async () => {
		setPressed(true)
		for (const { path } of unsaved) {
			// A failure was told already.
			await make({ tool: 'unity_scene', input: { action: 'save', path } }).catch(() => undefined)
		}
	}
	return (
		<Button
			look="quiet"
			className="!px-2 text-line aria-disabled:opacity-50"
			aria-disabled={isOff || undefined}
			onClick={() => void (isOff || saveAll())}
		>
			{isSaved ? <Check /> : <Save />}
			{isSaved ? 'Saved' : unsaved.length === 1 ? 'Save scene' : 'Save scenes'}
		</Button>
	)
}
