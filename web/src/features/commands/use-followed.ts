import type { ViewerCommandRead } from '@fairlead/protocol/commands/command-requests'
import { type RefObject, useEffect, useState } from 'react'
import { useRoomStore } from '../../data/room/room-context.tsx'
import { type Followed, Follower } from './follower.ts'
import { NOTHING_YET } from './grown-output.ts'

/** Whose output. */
export type Asked = Exclude<ViewerCommandRead, { of: 'folder' }>

const NOT_READ: Followed = { output: NOTHING_YET, error: null }

/**
 * The output of a command, read while `box` is on screen and the page is.
 *
 * @param box must not be replaced by another element
 */
export function useFollowed(asked: Asked, box: RefObject<Element | null>): Followed {
	const store = useRoomStore()
	const [followed, setFollowed] = useState(NOT_READ)
	const what = JSON.stringify(asked)
	useEffect(() => {
		const element = box.current
		if (!store || !element) return
		const question = JSON.parse(what) as Asked
		const follower = new Follower({
			read: (fromByte) => store.ask('room.commands', { ...question, fromByte }),
			show: setFollowed,
			after: (ms, then) => {
				const timer = setTimeout(then, ms)
				return () => clearTimeout(timer)
			},
			mayBegin: question.of === 'call',
		})
		let inSight = false
		const look = () => follower.see(inSight && !document.hidden)
		const observer = new IntersectionObserver((entries) => {
			inSight = entries.at(-1)?.isIntersecting ?? false
			look()
		})
		observer.observe(element)
		document.addEventListener('visibilitychange', look)
		return () => {
			observer.disconnect()
			document.removeEventListener('visibilitychange', look)
			follower.end()
		}
	}, [store, what, box])
	return followed
}
