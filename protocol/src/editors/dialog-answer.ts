/**
 * A dialog of Unity that a person looks at and answers on the page: a picture of the window that the page shows, and
 * one of its buttons.
 */
import * as z from 'zod/mini'
import { EditorKey } from './editors.ts'
import { DialogButton, DialogId } from './outside.ts'

export const DialogAnswer = z.object({ dialogId: DialogId, button: DialogButton })
export type DialogAnswer = z.infer<typeof DialogAnswer>

/** Names the dialog that the page shows. */
export const DialogShown = z.object({ dialogId: DialogId })

export const DialogAnswered = z.object({
	/** The dialog's id. */
	title: z.string().check(z.maxLength(200)),
	pressed: DialogButton,
	/** False: the same dialog is still there. */
	closed: z.boolean(),
})
export type DialogAnswered = z.infer<typeof DialogAnswered>

/** Limit of a picture; a whole screen has about half of it. */
export const MAX_DIALOG_PICTURE_BYTES = 4 * 1024 * 1024
const MAX_SIDE = 20_000

/** A picture of that window alone, never of the desktop. */
export const DialogPicture = z.object({
	mediaType: z.literal('image/png'),
	base64: z
		.base64()
		.check(z.minLength(1), z.maxLength(Math.ceil(MAX_DIALOG_PICTURE_BYTES / 3) * 4)),
	/** Pixels. */
	width: z.int().check(z.positive(), z.maximum(MAX_SIDE)),
	height: z.int().check(z.positive(), z.maximum(MAX_SIDE)),
})
export type DialogPicture = z.infer<typeof DialogPicture>

/** The first bytes of every PNG. */
const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** Width and height of a PNG in pixels; null if the bytes do not begin as one, or are too many. */
export function sizeOfPng(bytes: Uint8Array): { width: number; height: number } | null {
	if (bytes.length < 33 || bytes.length > MAX_DIALOG_PICTURE_BYTES) return null
	if (PNG_SIGNATURE.some((byte, index) => bytes[index] !== byte)) return null
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
	const [width, height] = [view.getUint32(16), view.getUint32(20)]
	return width > 0 && height > 0 && width <= MAX_SIDE && height <= MAX_SIDE
		? { width, height }
		: null
}

/** Room → relay. A refusal is an error whose message is for people. */
export const DialogRequests = {
	'dialog.answer': {
		params: z.extend(DialogAnswer, { editorKey: EditorKey }),
		result: DialogAnswered,
	},
	'dialog.picture': {
		params: z.extend(DialogShown, { editorKey: EditorKey }),
		result: DialogPicture,
	},
} as const
