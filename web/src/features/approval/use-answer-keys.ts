/** Enter allows and Escape refuses, while a question is on screen and no text is being written. */
import { useEffect, useRef } from 'react'

/** A key that was on its way when the question appeared was meant for something else. */
const ARMED_AFTER_MS = 600

/** Whoever types, chooses or presses a button means that, not the question. */
function isBusy(target: EventTarget | null): boolean {
	if (!(target instanceof HTMLElement)) return false
	if (target.closest('[role="dialog"],[role="menu"],[role="listbox"]')) return true
	if (target.id === 'composer') return (target as HTMLTextAreaElement).value.trim() !== ''
	return target.closest('input,textarea,select,button,a,summary,[contenteditable]') !== null
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
			if (isBusy(event.target)) return
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
