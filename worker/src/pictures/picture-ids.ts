/** The ids of the pictures that a message of this conversation shows. `ui`: the message as JSON. Pure. */
export function pictureIdsIn(ui: string, conversationId: string): string[] {
	const named = new RegExp(`/api/conversations/${conversationId}/blobs/([a-z]+_[0-9a-z]+)`, 'g')
	return [...new Set([...ui.matchAll(named)].map(([, id]) => id ?? ''))]
}
