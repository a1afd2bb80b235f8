/** Dialogs of Unity that a person looks at and answers on the page, through the room. */
import {
	type DialogAnswered,
	type DialogPicture,
	DialogRequests,
} from '@fairlead/protocol/editors/dialog-answer'
import { RPC_ERROR } from '@fairlead/protocol/wire/json-rpc'
import { RpcRefusal } from '../../rpc/rpc-peer.ts'
import type { Dialogs } from './dialogs.ts'

export interface DialogPorts {
	readonly dialogs: Dialogs
	/** The Unity process that has the seat's project open; null: none is known. */
	pidOf(editorKey: string): number | null
	/** The dialog may be gone. */
	answered(): void
}

/**
 * @param mine whether the room that asks has this seat
 * @throws {RpcRefusal} with a message for people
 */
export async function answerDialog(
	{ dialogs, pidOf, answered }: DialogPorts,
	params: unknown,
	mine: (editorKey: string) => boolean,
): Promise<DialogAnswered> {
	const request = DialogRequests['dialog.answer'].params.safeParse(params)
	if (!request.success) throw invalid()
	const { editorKey, dialogId, button } = request.data
	await mayLook(dialogs, mine(editorKey))
	const pid = pidOf(editorKey)
	const said = pid === null ? null : await dialogs.answer(pid, dialogId, button)
	answered()
	switch (said?.kind) {
		case 'pressed':
			return { title: said.title, pressed: button, closed: said.closed }
		case 'only_there':
			throw refused('That computer does not let the relay press buttons. Answer the dialog there.')
		case 'stuck':
			throw refused(
				'The button could not be pressed. Answer the dialog on the computer with Unity.',
			)
		case 'no_button':
			throw refused(
				`The dialog "${said.title}" has no button "${button}". Choose one of its buttons.`,
			)
		case 'gone':
		case undefined:
			throw refused('That dialog is no longer open, so no button was pressed.')
		default:
			return said satisfies never
	}
}

/**
 * A picture of the window that the page shows.
 *
 * @param mine whether the room that asks has this seat
 * @throws {RpcRefusal} with a message for people
 */
export async function dialogPicture(
	{ dialogs, pidOf }: DialogPorts,
	params: unknown,
	mine: (editorKey: string) => boolean,
): Promise<DialogPicture> {
	const request = DialogRequests['dialog.picture'].params.safeParse(params)
	if (!request.success) throw invalid()
	const { editorKey, dialogId } = request.data
	await mayLook(dialogs, mine(editorKey))
	const pid = pidOf(editorKey)
	const taken = pid === null ? null : await dialogs.pictureOf(pid, dialogId)
	switch (taken?.kind) {
		case 'taken': {
			const { png, width, height } = taken
			return { mediaType: 'image/png', base64: png.toString('base64'), width, height }
		}
		case 'none':
			throw refused('That computer could not take a picture of the dialog. Look at it there.')
		case 'gone':
		case undefined:
			throw refused('That dialog is no longer open, so there is no picture of it.')
		default:
			return taken satisfies never
	}
}

async function mayLook(dialogs: Dialogs, isMine: boolean): Promise<void> {
	if (!isMine) throw refused('This folder is not linked to this project.')
	if (!(await dialogs.isAllowed()))
		throw refused(
			'Reading dialogs of Unity is not allowed on that computer. "npm run fairlead -- dialogs on" there allows it.',
		)
}

const invalid = (): RpcRefusal =>
	new RpcRefusal(RPC_ERROR.invalidParams, 'This request is not valid.')

const refused = (message: string): RpcRefusal => new RpcRefusal(RPC_ERROR.forbidden, message)
