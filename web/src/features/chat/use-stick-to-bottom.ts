import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Place } from '../../data/conversations/found-place.ts'

/** Closer to the end than this counts as being at the end. */
const NEAR_END_PX = 48
/** Events by which the reader takes over the scroller. */
const READER_EVENTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/**
 * Keeps a scroller at its end while content grows, until the reader scrolls away, and keeps
 * what is read in place when older content is put above it.
 */
export function useStickToBottom() {
	const scroller = useRef<HTMLDivElement>(null)
	const content = useRef<HTMLDivElement>(null)
	const sticks = useRef(true)
	const [atEnd, setAtEnd] = useState(true)
	/** Distance from the end to hold while older messages come in; null when nothing is held. */
	const held = useRef<number | null>(null)
	/** Stays at the top of the box while what is above it takes its final height. */
	const pinned = useRef<Place | null>(null)

	const toEnd = useCallback((smooth = false) => {
		const box = scroller.current
		if (!box) return
		sticks.current = true
		pinned.current = null
		setAtEnd(true)
		const moves = smooth && !matchMedia('(prefers-reduced-motion: reduce)').matches
		box.scrollTo({ top: box.scrollHeight, behavior: moves ? 'smooth' : 'instant' })
	}, [])

	const pin = useCallback((element: Place) => {
		sticks.current = false
		pinned.current = element
		element.scrollIntoView({ block: 'start', behavior: 'instant' })
	}, [])

	const holdPlace = useCallback(() => {
		const box = scroller.current
		if (box) held.current = box.scrollHeight - box.scrollTop
	}, [])

	useLayoutEffect(() => {
		const box = scroller.current
		if (box && held.current !== null) {
			box.scrollTop = box.scrollHeight - held.current
			held.current = null
		}
	})

	useEffect(() => {
		const box = scroller.current
		const inner = content.current
		if (!box || !inner) return
		// Only a move upwards is the reader's: while text comes fast, content grows between the
		// jump to its end and the scroll event of that jump. Where content shrank, the browser moved.
		let lastTop = box.scrollTop
		const onScroll = () => {
			const top = box.scrollTop
			const near = box.scrollHeight - top - box.clientHeight < NEAR_END_PX
			if (near) sticks.current = pinned.current === null
			else if (top < lastTop) sticks.current = false
			lastTop = top
			setAtEnd(near || sticks.current)
		}
		const grown = new ResizeObserver(() => {
			if (pinned.current) pinned.current.scrollIntoView({ block: 'start', behavior: 'instant' })
			else if (sticks.current) box.scrollTop = box.scrollHeight
			lastTop = box.scrollTop
		})
		const unpin = () => {
			pinned.current = null
		}
		for (const type of READER_EVENTS) box.addEventListener(type, unpin, { passive: true })
		box.addEventListener('scroll', onScroll, { passive: true })
		grown.observe(inner)
		grown.observe(box)
		return () => {
			box.removeEventListener('scroll', onScroll)
			for (const type of READER_EVENTS) box.removeEventListener(type, unpin)
			grown.disconnect()
		}
	}, [])

	return { scroller, content, atEnd, sticks, toEnd, holdPlace, pin }
}
