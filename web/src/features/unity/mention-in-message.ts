import { codeSpan } from '../../parts/code-span.ts'

/** Puts an object's path into the message that is being written, at its caret. The browser's own undo knows of it. */
export function mentionInMessage(path: string): void {
	const box = document.getElementById('composer')
	if (!(box instanceof HTMLTextAreaElement)) return
	box.focus()
	const before = box.value.slice(0, box.selectionStart)
	const gap = before === '' || /\s$/.test(before) ? '' : ' '
	document.execCommand('insertText', false, `${gap}${codeSpan(path)} `)
}
