import { createContext, type RefObject, use, useCallback, useState } from 'react'

/** Steps at the end of an answer that are always in the page. */
const KEPT = 20
/** Steps that are folded or shown together, so that the border rarely moves. */
const GROUP = 20

/** Whether the reader is at the end of the conversation: only then may steps above be folded. */
export const AtEndContext = createContext<RefObject<boolean>>({ current: true })

/** The number of steps that are folded in an answer of this many. */
export const foldable = (steps: number): number =>
	Math.max(0, Math.floor((steps - KEPT) / GROUP) * GROUP)

/**
 * How much of a long answer is folded.
 * @param wantedAt the step that a link leads to; negative: none
 * @returns the number of folded steps, and a function that shows some more
 */
export function useFold(steps: number, wantedAt: number): readonly [number, () => void] {
	const atEnd = use(AtEndContext)
	const [from, setFrom] = useState(() => foldable(steps))
	/** The reader unfolded steps: they stay. */
	const [opened, setOpened] = useState(false)
	const show = useCallback(() => {
		setOpened(true)
		setFrom((before) => Math.max(0, before - GROUP))
	}, [])
	if (wantedAt >= 0 && wantedAt < from) {
		setOpened(true)
		setFrom(Math.floor(wantedAt / GROUP) * GROUP)
	} else if (!opened && foldable(steps) > from && atEnd.current) setFrom(foldable(steps))
	return [Math.min(from, steps), show]
}
