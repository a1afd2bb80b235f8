/** A screen in a box of the page, and a terminal's output on it. */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useRoom, useRoomStore } from '../../../../data/room/room-context.tsx'
import { Feed } from '../output/feed.ts'
import { Screen, type ScreenPorts } from './screen.ts'

/**
 * @param box must not be replaced by another element
 * @param ports the newest are called; the label and its description are those of the beginning
 * @returns null before the first paint
 */
export function useScreen(box: RefObject<HTMLElement | null>, ports: ScreenPorts): Screen | null {
	const [screen, setScreen] = useState<Screen | null>(null)
	const newest = useRef(ports)
	newest.current = ports
	useEffect(() => {
		const element = box.current
		if (!element) return
		const { label, describedBy } = newest.current
		const made = new Screen(element, {
			label,
			describedBy,
			onInput: (data) => newest.current.onInput(data),
			onUse: (use) => newest.current.onUse(use),
		})
		setScreen(made)
		return () => {
			made.dispose()
			setScreen(null)
		}
	}, [box])
	return screen
}

export interface Fed {
	/** This page, as the terminal's `writer` names it; null: it is not followed yet. */
	readonly viewer: string | null
	/** A sentence for people. */
	readonly failure: string | null
	readonly again: () => void
}

const after = (ms: number, then: () => void): (() => void) => {
	const timer = setTimeout(then, ms)
	return () => clearTimeout(timer)
}

/** @param connectedAt another value after the relay has reconnected */
export function useFeed(
	screen: Screen | null,
	editorKey: string,
	terminalId: string,
	connectedAt: number,
): Fed {
	const store = useRoomStore()
	const { link } = useRoom()
	const [feed, setFeed] = useState<Feed | null>(null)
	const [viewer, setViewer] = useState<string | null>(null)
	const [failure, setFailure] = useState<string | null>(null)
	useEffect(() => {
		if (!store || !screen) return
		const of = { editorKey, terminalId }
		const made = new Feed(of, {
			ask: (act) => store.ask('room.terminals', act),
			tellSeen: (to) => store.tell('terminal.seen', { ...of, to }),
			listen: (listener) => store.on('terminal.output', listener),
			after,
			screen,
			onViewer: setViewer,
			onFailure: setFailure,
		})
		setFeed(made)
		return () => {
			made.end()
			setFeed(null)
		}
	}, [store, screen, editorKey, terminalId])
	// biome-ignore lint/correctness/useExhaustiveDependencies: `connectedAt` says when to follow again
	useEffect(() => {
		if (link === 'open') feed?.begin()
	}, [feed, link, connectedAt])
	return { viewer, failure, again: useCallback(() => feed?.begin(), [feed]) }
}

/** Between the last change of a box and the fitting of its terminal. */
const SETTLED_MS = 150

/** @param fit called when the box has another size, and once at the beginning; null: it is not fitted */
export function useFitting(box: RefObject<HTMLElement | null>, fit: (() => void) | null): void {
	const newest = useRef(fit)
	newest.current = fit
	const fits = fit !== null
	useEffect(() => {
		const element = box.current
		if (!element || !fits) return
		let timer: ReturnType<typeof setTimeout> | undefined
		const observer = new ResizeObserver(() => {
			clearTimeout(timer)
			timer = setTimeout(() => newest.current?.(), SETTLED_MS)
		})
		observer.observe(element)
		return () => {
			clearTimeout(timer)
			observer.disconnect()
		}
	}, [box, fits])
}
