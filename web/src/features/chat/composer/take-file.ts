/** A file that a person drops, pastes or chooses: a picture beside the message, or a text in it. */
import {
	type Fitted,
	type PicturePart,
	shrinkPicture,
} from '../../../run/pictures/shrink-picture.ts'
import { canvasPorts } from './encode-picture.ts'
import { readTextFile } from './text-file.ts'

/** Without a picture: its words are in the message. */
export type Taken = Fitted | { readonly ok: true }

/**
 * @param present the pictures that the message has already
 * @param box the words of the message
 */
export async function takeFile(
	file: File,
	present: readonly PicturePart[],
	box: HTMLTextAreaElement | null,
): Promise<Taken> {
	const isPicture = file.type.startsWith('image/') && file.type !== 'image/svg+xml'
	try {
		if (isPicture) return await shrinkPicture(file, present, canvasPorts)
		const read = await readTextFile(file)
		if (read.ok && box) addWords(box, read.words)
		return read
	} catch {
		// A folder that is dropped comes as a file without bytes.
		return {
			ok: false,
			reason: `“${file.name}” was not attached: it is a folder, or cannot be read.`,
		}
	}
}

function addWords(box: HTMLTextAreaElement, words: string): void {
	box.focus()
	box.setSelectionRange(box.value.length, box.value.length)
	// The only way to change the text that the browser's own undo knows of.
	document.execCommand('insertText', false, (box.value && '\n') + words)
}
