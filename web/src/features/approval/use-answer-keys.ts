/** Enter approves and Escape denies, while an approval is on screen and nothing else has the focus. */
import { Check, X } from 'lucide-react'
import { useMemo, useRef } from 'react'
import type { Action } from '../../actions/registry.ts'
import { useActions } from '../../actions/use-actions.ts'

/** A key pressed as the approval appeared was meant for something else. */
const ARMED_AFTER_MS = 600

/** Marks the box of the approval itself. */
export const QUESTION_BOX = 'data-question'

/** Elements that act on Enter or Escape themselves. */
const CONTROLS =
	'input,textarea,select,button,a,summary,[contenteditable],[role="dialog"],[role="menu"]'

/**
 * A key answers only from where it can mean nothing else: the page with nothing focused, an empty
 * composer, or the approval itself. In a tree, a list, a splitter or a log it belongs to them.
 */
export function meansTheQuestion(target: Element | null): boolean {
	// A button that was pressed in a dialog may be gone, and the focus with it.
	if (document.querySelector('[role="dialog"]') !== null) return false
	if (target === null || target === document.body || target === document.documentElement) {
		return true
	}
	if (target.id === 'composer') return (target as HTMLTextAreaElement).value.trim() === ''
	return target.closest(`[${QUESTION_BOX}]`) !== null && target.closest(CONTROLS) === null
}

const NO_ACTIONS: readonly Action[] = []

export function useAnswerKeys(enabled: boolean, answer: (approved: boolean) => void): void {
	const latest = useRef(answer)
	latest.current = answer
	const list = useMemo(() => {
		if (!enabled) return NO_ACTIONS
		const shownAt = performance.now()
		const run = (approved: boolean) => () => {
			if (performance.now() - shownAt >= ARMED_AFTER_MS) latest.current(approved)
		}
		const common = {
			group: 'When the agent asks',
			during: 'asking',
			means: meansTheQuestion,
			// The composer's Enter is not meant.
			first: true,
		} as const
		return [
			{
				...common,
				id: 'question.approve',
				title: 'Approve',
				icon: Check,
				keys: 'enter',
				run: run(true),
			},
			{ ...common, id: 'question.deny', title: 'Deny', icon: X, keys: 'escape', run: run(false) },
		]
	}, [enabled])
	useActions(list)
}
