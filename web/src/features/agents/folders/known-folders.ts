/** Linked folders on the computers that this page has seen, those that are away now included. Pure. */
import type { EditorSeat } from '@fairlead/protocol/editors/editors'
import type { RoomState } from '@fairlead/protocol/wire/viewer-link'

export interface AgentFolder {
	readonly seat: EditorSeat
	readonly computer: string
	/** Changes when the relay reconnects. */
	readonly connectedAt: number
	/** false while its computer is not connected. */
	readonly isConnected: boolean
}

const relayOf = (editorKey: string): string => editorKey.slice(0, editorKey.lastIndexOf(':'))

/** Sorts the folders by computer, then by name. */
export function knownFolders(
	before: readonly AgentFolder[],
	{ editors, relays }: Pick<RoomState, 'editors' | 'relays'>,
): readonly AgentFolder[] {
	const connected = editors.flatMap((seat): AgentFolder[] => {
		const relay = relays.find(({ relayId }) => relayId === relayOf(seat.editorKey))
		if (!relay) return []
		const { hostName: computer, connectedAt } = relay
		return [{ seat, computer, connectedAt, isConnected: true }]
	})
	// A connected relay lists every linked folder: one that it does not list was unlinked.
	const away = before.filter(
		({ seat }) => !relays.some(({ relayId }) => relayId === relayOf(seat.editorKey)),
	)
	return [...connected, ...away.map((folder) => ({ ...folder, isConnected: false }))].sort(
		(a, b) => a.computer.localeCompare(b.computer) || a.seat.name.localeCompare(b.seat.name),
	)
}
