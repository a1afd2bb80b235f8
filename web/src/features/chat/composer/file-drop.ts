/** Files may be dropped anywhere on the page: a near miss would otherwise replace the page by the file. */

const hasFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') === true

/** @returns ends it */
export function takeDrops(
	setDragging: (dragging: boolean) => void,
	add: (files: readonly File[]) => void,
): () => void {
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
		add([...(event.dataTransfer?.files ?? [])])
	}
	addEventListener('dragover', over)
	addEventListener('dragleave', leave)
	addEventListener('drop', drop)
	return () => {
		removeEventListener('dragover', over)
		removeEventListener('dragleave', leave)
		removeEventListener('drop', drop)
	}
}
