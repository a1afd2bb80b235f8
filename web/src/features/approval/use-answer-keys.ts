/**
 * Enter approves and Escape denies, while an approval is on screen and nothing else has the focus. If its answers are not in
 * view, a key shows them instead: of several questions it must not answer one that nobody sees.
 */
import { Check, X } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { Action } from '../../actions/registry.ts'
import { useActions } from '../../actions/use-actions.ts'

/** A key pressed as the approval appeared was meant for something else. */
const ARMED_AFTER_MS = 600

/** Marks the box of the approval itself. */
export const QUESTION_BOX = 'data-question'

/** Elements that act on Enter or Escape themselves. */
const CONTROLS =
	'input:not([type=checkbox]),textarea,select,button,a,summary,[contenteditable],[role="dialog"],[role="menu"]'

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
	if (isComposer(target)) return !hasText(target)
	return target.closest(`[${QUESTION_BOX}]`) !== null && target.closest(CONTROLS) === null
}

const isComposer = (target: unknown): target is HTMLTextAreaElement =>
	target instanceof HTMLTextAreaElement && target.id === 'composer'
const hasText = ({ value }: HTMLTextAreaElement): boolean => value.trim() !== ''

/** Whether the composer has the focus and a text: Enter is meant for that. */
function useWriting(asks: boolean): boolean {
	const [writing, setWriting] = useState(false)
	useEffect(() => {
		if (!asks) return
		const look = () => {
			const { activeElement } = document
			setWriting(isComposer(activeElement) && hasText(activeElement))
		}
		const onLeave = () => setWriting(false)
		look()
		// The Enter that sends empties the box: until that key is up, it is not the question's.
		const events = ['input', 'keyup', 'focusin'] as const
		for (const event of events) document.addEventListener(event, look)
		document.addEventListener('focusout', onLeave)
		return () => {
			for (const event of events) document.removeEventListener(event, look)
			document.removeEventListener('focusout', onLeave)
		}
	}, [asks])
	return writing
}

const NO_ACTIONS: readonly Action[] = []

/** Whether both ends of the element can be seen: not scrolled away, and nothing in front. */
function isInView(element: HTMLElement): boolean {
	const { left, top, right, bottom } = element.getBoundingClientRect()
	return [
		[left + 1, top + 1],
		[right - 1, bottom - 1],
	].every(([x = 0, y = 0]) => element.contains(document.elementFromPoint(x, y)))
}

/**
 * @param shown changes when the question shows something else: a key pressed just then was meant for what stood there
 * @param answers the buttons that the keys stand for
 * @returns whether the keys answer, where nothing else has the focus
 */
export function useAnswerKeys(
	asks: boolean,
	shown: string,
	answers: RefObject<HTMLElement | null>,
	answer: (approved: boolean) => void,
): boolean {
	const latest = useRef(answer)
	latest.current = answer
	const writing = useWriting(asks)
	const enabled = asks && !writing
	// biome-ignore lint/correctness/useExhaustiveDependencies: a question with other content is armed anew
	const list = useMemo(() => {
		if (!enabled) return NO_ACTIONS
		let shownAt = performance.now()
		const run = (approved: boolean) => () => {
			if (answers.current && !isInView(answers.current)) {
				answers.current.scrollIntoView({ block: 'center' })
				shownAt = performance.now()
			} else if (performance.now() - shownAt >= ARMED_AFTER_MS) latest.current(approved)
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
	}, [enabled, shown, answers])
	useActions(list)
	return enabled
}
