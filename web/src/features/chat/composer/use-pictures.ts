/** The pictures of the message that is being written, and text files that become words of it. */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { PicturePart } from '../../../run/pictures/shrink-picture.ts'
import type { Taken } from './take-file.ts'

/** Few messages have a file, so the code that takes one loads with the first. */
async function take(
	file: File,
	present: readonly PicturePart[],
	box: HTMLTextAreaElement | null,
): Promise<Taken> {
	try {
		return await (await import('./take-file.ts')).takeFile(file, present, box)
	} catch {
		return { ok: false, reason: 'The file was not attached: the server cannot be reached.' }
	}
}

export interface Pictures {
	readonly list: readonly PicturePart[]
	/** Files that are being read or scaled down. */
	readonly pending: boolean
	/** Why the latest files were left out; a sentence each. */
	readonly refused: readonly string[]
	/** Files are being dragged over the page. */
	readonly dragging: boolean
	readonly add: (files: readonly File[]) => void
	readonly remove: (picture: PicturePart) => void
	readonly set: (pictures: readonly PicturePart[]) => void
}

/** Whether there is anything of pictures to show. */
export const hasSomething = ({ list, pending, dragging, refused }: Pictures): boolean =>
	list.length > 0 || pending || dragging || refused.length > 0

/** @param box the words of the message: those of a text file are added */
export function usePictures(
	first: readonly PicturePart[],
	box: RefObject<HTMLTextAreaElement | null>,
): Pictures {
	const [list, setList] = useState(first)
	const [refused, setRefused] = useState<readonly string[]>([])
	const [waiting, setWaiting] = useState(0)
	const [dragging, setDragging] = useState(false)
	const current = useRef(list)
	/** One file after the other: each must know what room those before it have left. */
	const queue = useRef(Promise.resolve())

	const set = useCallback((pictures: readonly PicturePart[]) => {
		current.current = pictures
		setList(pictures)
		setRefused([])
	}, [])

	const add = useCallback(
		(files: readonly File[]) => {
			if (files.length === 0) return
			setRefused([])
			setWaiting((n) => n + files.length)
			for (const file of files) {
				queue.current = queue.current.then(async () => {
					const taken = await take(file, current.current, box.current)
					setWaiting((n) => n - 1)
					if (!taken.ok) setRefused((before) => [...before, taken.reason])
					else if (
						'picture' in taken &&
						!current.current.some((picture) => picture.url === taken.picture.url)
					) {
						current.current = [...current.current, taken.picture]
						setList(current.current)
					}
				})
			}
		},
		[box],
	)

	// Not before the conversation can be used: nobody drops a file that early.
	useEffect(() => {
		const drops = import('./file-drop.ts').then(({ takeDrops }) => takeDrops(setDragging, add))
		return () => void drops.then((end) => end())
	}, [add])

	return {
		list,
		pending: waiting > 0,
		refused,
		dragging,
		add,
		remove: useCallback(
			(picture) => set(current.current.filter((other) => other !== picture)),
			[set],
		),
		set,
	}
}
