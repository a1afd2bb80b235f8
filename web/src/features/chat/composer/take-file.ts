/** A file that a person drops, pastes or chooses: a picture beside the message, or a text in it. */
import {
	type Fitted,
	type PicturePart,
	shrinkPicture,
} from '../../../run/pictures/shrink-picture.ts'
import { canvasPorts } from './encode-picture.ts'
import { readTextFile } from './text-file.ts'

export type Taken = Fitted | Awaited<ReturnType<typeof readTextFile>>

/** @param present the pictures that the message has already */
export async function takeFile(file: File, present: readonly PicturePart[]): Promise<Taken> {
	const isPicture = file.type.startsWith('image/') && file.type !== 'image/svg+xml'
	try {
		return await (isPicture ? shrinkPicture(file, present, canvasPorts) : readTextFile(file))
	} catch {
		// A folder that is dropped comes as a file without bytes.
		return {
			ok: false,
			reason: `“${file.name}” was not attached: it is a folder, or cannot be read.`,
		}
	}
}
