import type { EditorSeat } from '@fairlead/protocol/editors/editors'
import type { RoomState } from '@fairlead/protocol/wire/viewer-link'

/** The editor that the project's calls go to; null: none is chosen, or the room has not answered yet. */
export const targetSeat = (state: RoomState | null) =>
	state?.editors.find((editor) => editor.editorKey === state.target) ?? null

/** Whether the relay that has this seat is not connected. */
export const isAway = ({ relays }: RoomState, { editorKey }: EditorSeat): boolean =>
	!relays.some(({ relayId }) => editorKey.startsWith(`${relayId}:`))
