import { useCallback } from 'react'
import { stepAnchor } from './address.ts'
import { useView } from './use-view.ts'

export interface StepPlace {
	readonly answerId: string
	readonly stepId: string
	readonly onward?: boolean
}

/** Shows a step of a run: its place in the chat, and its changes beside it. */
export function useShowStep(): (place: StepPlace, replace?: boolean) => void {
	const [, show] = useView()
	return useCallback(
		({ answerId, stepId, onward = false }, replace) =>
			show(
				{ tab: 'changes', answerId, stepId, onward, pane: 'editor' },
				replace,
				`#${stepAnchor(answerId, stepId)}`,
			),
		[show],
	)
}
