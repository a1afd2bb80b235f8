/** The pictures of the message that is being written. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Fitted, PicturePart } from '../../../run/pictures/shrink-picture.ts'

/** Few messages have a picture, so the code that scales one loads with the first. */
async function fit(file: File, present: readonly PicturePart[]): Promise<Fitted> {
	try {
		const [{ shrinkPicture }, { canvasPorts }] = await Promise.all([
			import('../../../run/pictures/shrink-picture.ts'),
			import('./encode-picture.ts'),
		])
		return await shrinkPicture(file, present, canvasPorts)
	} catch {
		return { ok: false, reason: 'The picture was not attached: the server cannot be reached.' }
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

const filesOf = (data: DataTransfer | null): File[] => [...(data?.files ?? [])]
const hasFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') === true

export function usePictures(first: readonly PicturePart[]): Pictures {
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

	const add = useCallback((files: readonly File[]) => {
		if (files.length === 0) return
		setRefused([])
		setWaiting((n) => n + files.length)
		for (const file of files) {
			queue.current = queue.current.then(async () => {
				const fitted = await fit(file, current.current)
				setWaiting((n) => n - 1)
				if (!fitted.ok) {
					setRefused((before) => [...before, fitted.reason])
				} else if (!current.current.some((picture) => picture.url === fitted.picture.url)) {
					current.current = [...current.current, fitted.picture]
					setList(current.current)
				}
			})
		}
	}, [])

	// Files may be dropped anywhere: a near miss would otherwise replace the page by the picture.
	useEffect(() => {
		const over = (event: DragEvent) => {
			if (!hasFiles(event.dataTransfer)) return
			event.preventDefault()
			setDragging(true)
		}
		const leave = (event: DragEvent) => {
			if (event.relatedTarget === null) setDragging(false)
		}
		const drop = (event: DragEvent) => {
			setDragging(false)
			if (!hasFiles(event.dataTransfer)) return
			event.preventDefault()
			add(filesOf(event.dataTransfer))
		}
		addEventListener('dragover', over)
		addEventListener('dragleave', leave)
		addEventListener('drop', drop)
		return () => {
			removeEventListener('dragover', over)
			removeEventListener('dragleave', leave)
			removeEventListener('drop', drop)
		}
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
