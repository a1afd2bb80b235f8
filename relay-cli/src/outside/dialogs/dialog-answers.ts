/** Dialogs of Unity that a person answers on the page, through the room. */
import { type DialogAnswered, DialogRequests } from '@fairlead/protocol/dialog-answer'
import { RPC_ERROR } from '@fairlead/protocol/json-rpc'
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
	if (!request.success) throw new RpcRefusal(RPC_ERROR.invalidParams, 'This request is not valid.')
	const { editorKey, dialogId, button } = request.data
	if (!mine(editorKey)) throw refused('This folder is not linked to this project.')
	if (!(await dialogs.isAllowed()))
		throw refused(
			'Reading dialogs of Unity is not allowed on that computer. "npm run fairlead -- dialogs on" there allows it.',
		)
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
			throw refused(`The dialog "${said.title}" has no button "${button}". Nothing was pressed.`)
		case 'gone':
		case undefined:
			throw refused('That dialog is no longer open. Nothing was pressed.')
		default:
			return said satisfies never
	}
}

const refused = (message: string): RpcRefusal => new RpcRefusal(RPC_ERROR.forbidden, message)
