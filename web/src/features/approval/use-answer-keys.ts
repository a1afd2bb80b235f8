/** Enter approves and Escape denies, while an approval is on screen and nothing else has the focus. */
import { useEffect, useRef } from 'react'

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
	if (target === null || target === document.body || target === document.documentElement) {
		return true
	}
	if (target.id === 'composer') return (target as HTMLTextAreaElement).value.trim() === ''
	return target.closest(`[${QUESTION_BOX}]`) !== null && target.closest(CONTROLS) === null
}

export function useAnswerKeys(enabled: boolean, answer: (approved: boolean) => void): void {
	const latest = useRef(answer)
	latest.current = answer
	useEffect(() => {
		if (!enabled) return
		const shownAt = performance.now()
		const onKeyDown = (event: KeyboardEvent) => {
			if (event.key !== 'Enter' && event.key !== 'Escape') return
			if (event.repeat || event.isComposing || event.shiftKey) return
			if (event.ctrlKey || event.metaKey || event.altKey) return
			if (!meansTheQuestion(event.target instanceof Element ? event.target : null)) return
			// Neither the run's Escape nor the composer's Enter is meant.
			event.preventDefault()
			event.stopPropagation()
			if (performance.now() - shownAt < ARMED_AFTER_MS) return
			latest.current(event.key === 'Enter')
		}
		addEventListener('keydown', onKeyDown, true)
		return () => removeEventListener('keydown', onKeyDown, true)
	}, [enabled])
}
