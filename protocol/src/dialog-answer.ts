/** A dialog of Unity that a person answers on the page: one button of the dialog that the page shows. */
import * as z from 'zod/mini'
import { EditorKey } from './editors.ts'
import { DialogButton, DialogId } from './outside.ts'

export const DialogAnswer = z.object({ dialogId: DialogId, button: DialogButton })
export type DialogAnswer = z.infer<typeof DialogAnswer>

export const DialogAnswered = z.object({
	/** The dialog's id. */
	title: z.string().check(z.maxLength(200)),
	pressed: DialogButton,
	/** False: the same dialog is still there. */
	closed: z.boolean(),
})
export type DialogAnswered = z.infer<typeof DialogAnswered>

/** Room → relay. A refusal is an error whose message is for people. */
export const DialogRequests = {
	'dialog.answer': {
		params: z.extend(DialogAnswer, { editorKey: EditorKey }),
		result: DialogAnswered,
	},
} as const
